import { isRecord } from './values.ts'

/** Parses a message of a live stream; null when it is no JSON object. Never throws. */
export function jsonRecord(message: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(message)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}
