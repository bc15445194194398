import { describe, expect, test } from 'bun:test'
import { gaugePosition } from './band-gauge.tsx'

describe('gauge position', () => {
  test('maps −10 % to +10 %, the band in the middle half', () => {
    const positions = [-0.1, -0.05, 0, 0.05, 0.1].map(gaugePosition)
    expect(positions.map(Math.round)).toEqual([0, 25, 50, 75, 100])
  })

  test('clamps changes beyond that', () => {
    expect([-0.5, 3].map(gaugePosition)).toEqual([0, 100])
  })
})
