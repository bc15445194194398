import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { fromRoot } from '#build/setup/project.mjs'
import { ALERT_SOUNDS } from '#shared/rules/alert-sounds.ts'
import { HEADER, PEAK, SAMPLE_RATE, SOUND_NAMES, wavOf } from './sounds.mjs'

const folder = fromRoot('desktop', 'renderer', 'public', 'sounds')
const read = (name: string) => readFileSync(`${folder}/${name}.wav`)

/** Samples as shares of full scale. */
const samplesOf = (wav: Buffer) =>
  Array.from({ length: (wav.length - HEADER) / 2 }, (_, index) => {
    return wav.readInt16LE(HEADER + 2 * index) / 32_767
  })

test('the folder has the sounds of alerts and nothing else', () => {
  expect([...SOUND_NAMES]).toEqual([...ALERT_SOUNDS])
  expect(readdirSync(folder).sort()).toEqual(ALERT_SOUNDS.map((name) => `${name}.wav`).sort())
})

test.each([...ALERT_SOUNDS])('%s is as the script writes it', (name) => {
  expect(read(name).equals(wavOf(name))).toBe(true)
})

test.each([...ALERT_SOUNDS])('%s is a short mono WAV that neither clips nor clicks', (name) => {
  const wav = read(name)
  expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 12)).toBe('RIFFWAVE')
  expect([wav.readUInt32LE(4), wav.readUInt32LE(40)]).toEqual([wav.length - 8, wav.length - HEADER])
  // PCM, one channel, 16 bits.
  expect([20, 22, 34].map((at) => wav.readUInt16LE(at))).toEqual([1, 1, 16])
  expect(wav.readUInt32LE(24)).toBe(SAMPLE_RATE)
  const samples = samplesOf(wav)
  expect(samples.length / SAMPLE_RATE).toBeWithin(0.2, 1)
  const loudness = samples.map(Math.abs)
  expect(Math.max(...loudness)).toBeCloseTo(PEAK, 3)
  // Half a millisecond at either end is as good as silent.
  const edge = SAMPLE_RATE / 2_000
  expect(Math.max(...loudness.slice(0, edge), ...loudness.slice(-edge))).toBeLessThan(0.05)
  expect([samples[0], samples.at(-1)]).toEqual([0, 0])
})

test('the sounds are small enough for every installation', () => {
  const bytes = ALERT_SOUNDS.reduce((sum, name) => sum + read(name).length, 0)
  expect(bytes).toBeLessThan(60_000)
})
