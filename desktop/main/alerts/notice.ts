import type { AlertKind } from '#desktop/bridge/settings.ts'

/** A native notification: a click on it shows `path`. */
export interface Notice {
  kind: AlertKind
  title: string
  body: string
  /** A path of the interface. */
  path: string
}
