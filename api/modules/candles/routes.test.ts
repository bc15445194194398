import { expect, test } from 'bun:test'
import { shortVolume } from './routes.ts'

test.each([
  ['5763.44917', '5763'],
  ['123456.7', '123457'],
  ['12.34567891', '12.35'],
  ['9.5', '9.5'],
  ['0.00456789', '0.004568'],
  ['0.000000001', '0'],
  ['100', '100'],
  ['0', '0'],
])('the volume %s is sent as %s', (volume, sent) => expect(shortVolume(volume)).toBe(sent))
