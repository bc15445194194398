import { offsetOf } from '#shared/i18n/format.ts'

/**
 * An IANA time zone with its UTC offsets at two instants (epoch ms): `Asia/Seoul, UTC+9`. The zone UTC
 * has no other name.
 */
export function zoneNames(zone: string, from: number, to: number): string {
  return [...new Set([zone, offsetOf(zone, from), offsetOf(zone, to)])].join(', ')
}
