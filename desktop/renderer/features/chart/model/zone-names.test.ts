import { expect, test } from 'bun:test'
import { zoneNames } from '#shared/i18n/format.ts'

const [summer, winter] = [Date.UTC(2026, 6, 1), Date.UTC(2026, 11, 1)]

test.each([
  ['Asia/Seoul', 'Asia/Seoul, UTC+9'],
  ['UTC', 'UTC'],
  ['Europe/Berlin', 'Europe/Berlin, UTC+2, UTC+1'],
])('%s', (zone, names) => expect(zoneNames(zone, summer, winter)).toBe(names))
