import type { AlertSound } from '#shared/rules/alert-sounds.ts'

/**
 * Plays a sound at `volume` percent; resolves at its end. Rejects when it cannot be loaded. It is decoded
 * here, because media elements need ranges of files, which `app:` does not serve.
 */
export async function playSound(sound: AlertSound, volume: number): Promise<void> {
  const context = new AudioContext()
  try {
    const reply = await fetch(`/sounds/${sound}.wav`)
    if (!reply.ok) throw new Error(`${sound}: ${reply.status}`)
    const buffer = await context.decodeAudioData(await reply.arrayBuffer())
    const source = new AudioBufferSourceNode(context, { buffer })
    // Loudness is heard on a scale that is closer to the square.
    const gain = new GainNode(context, { gain: (volume / 100) ** 2 })
    source.connect(gain).connect(context.destination)
    const { promise, resolve } = Promise.withResolvers<void>()
    source.onended = () => resolve()
    source.start()
    await promise
  } finally {
    await context.close()
  }
}
