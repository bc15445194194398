// The sounds of alerts, computed sample by sample. Pitches are in Hz, times in seconds.

/** Samples per second: half of it is the highest partial that can be heard. */
export const SAMPLE_RATE = 16_000
/** The loudest sample, as a share of full scale. */
export const PEAK = 0.6
/** Length of the fades that keep the ends free of clicks. */
const ATTACK = 0.004
const RELEASE = 0.04
const SOFT_ATTACK = 0.012
/** Bytes of the header of a WAV file. */
export const HEADER = 44
const MAX = 32_767

/** @param {number} hertz @param {number} time */
const sine = (hertz, time) => Math.sin(2 * Math.PI * hertz * time)

/**
 * A struck tone: partials as [ratio, loudness, decay per second], after their first instant.
 * @param {number} hertz
 * @param {[ratio: number, loudness: number, decay: number][]} partials
 * @returns {(time: number) => number}
 */
const struck = (hertz, partials) => (time) => {
  if (time < 0) return 0
  const fadeIn = Math.min(1, time / ATTACK)
  const sum = partials.reduce(
    (all, [ratio, loudness, decay]) =>
      all + loudness * Math.exp(-decay * time) * sine(hertz * ratio, time),
    0,
  )
  return fadeIn * sum
}

/** @type {[number, number, number][]} */
const BELL = [
  [1, 1, 6],
  [2, 0.5, 8],
  [2.76, 0.3, 12],
  [5.4, 0.1, 22],
]
/** @type {[number, number, number][]} */
const WOOD = [
  [1, 1, 34],
  [2.6, 0.45, 55],
  [4.9, 0.2, 90],
]
/** @type {[number, number, number][]} */
const MARIMBA = [
  [1, 1, 11],
  [3.9, 0.22, 30],
]

/** @param {(time: number) => number} first @param {(time: number) => number} second @param {number} apart */
const twice = (first, second, apart) => (/** @type {number} */ time) =>
  first(time) + second(time - apart)

/** A tone that glides down a fifth, from 660 to 440 Hz: its phase is the integral of the pitch. */
const glide = (/** @type {number} */ time) => {
  const phase = 440 * time + (220 / 12) * (1 - Math.exp(-12 * time))
  const tone = Math.sin(2 * Math.PI * phase) + 0.25 * Math.sin(4 * Math.PI * phase)
  return Math.min(1, time / SOFT_ATTACK) * Math.exp(-8 * time) * tone
}

/** @type {Record<import('#shared/rules/alert-sounds.ts').AlertSound, { seconds: number, at: (time: number) => number }>} */
export const SOUNDS = {
  bell: { seconds: 0.6, at: struck(587.33, BELL) },
  drop: { seconds: 0.38, at: glide },
  knock: { seconds: 0.3, at: twice(struck(220, WOOD), struck(196, WOOD), 0.13) },
  rise: {
    seconds: 0.5,
    at: twice(
      struck(523.25, MARIMBA),
      twice(struck(659.26, MARIMBA), struck(783.99, MARIMBA), 0.11),
      0.11,
    ),
  },
}

/** @type {(keyof typeof SOUNDS)[]} */
export const SOUND_NAMES = ['bell', 'drop', 'knock', 'rise']

/**
 * The sound as a WAV file: 16 bits, mono.
 * @param {keyof typeof SOUNDS} name
 */
export function wavOf(name) {
  const { seconds, at } = SOUNDS[name]
  const count = Math.round(seconds * SAMPLE_RATE)
  const samples = Array.from({ length: count }, (_, index) => {
    const time = index / SAMPLE_RATE
    const left = (count - 1 - index) / SAMPLE_RATE
    const fade = Math.min(1, time / ATTACK) * Math.min(1, left / RELEASE)
    return at(time) * fade
  })
  const loudest = Math.max(...samples.map(Math.abs))
  const file = Buffer.alloc(HEADER + 2 * count)
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  // PCM, one channel.
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(2 * SAMPLE_RATE, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(2 * count, 40)
  for (const [index, sample] of samples.entries()) {
    file.writeInt16LE(Math.round((sample / loudest) * PEAK * MAX), HEADER + 2 * index)
  }
  return file
}
