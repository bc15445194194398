import { ALERT_SOUNDS, type AlertSound } from '#shared/rules/alert-sounds.ts'

/** Path of the page that plays a sound at `volume` percent and closes itself. */
export const soundPath = (sound: AlertSound, volume: number): string => `/sound/${sound}/${volume}`

/** Sound and volume of such a path; null for every other one. */
export function parseSoundPath(path: string): { sound: AlertSound; volume: number } | null {
  const [, name, volume] = /^\/sound\/(\w+)\/(\d{1,3})$/.exec(path) ?? []
  const sound = ALERT_SOUNDS.find((one) => one === name)
  return sound ? { sound, volume: Number(volume) } : null
}
