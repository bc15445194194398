import { existsSync } from 'node:fs'
import { ensureDebianCommand, ensureDebianPackage } from './apt.mjs'

/** Where Debian installs sources of Go's packages. */
export const GO_PATH = '/usr/share/gocode'

/** Installs Debian's Go (81 MB) and its module tools, if they are missing; only a test needs them. */
export function ensureGo() {
  ensureDebianCommand('golang-go', 'go', 'Go')
  const hasNotes = () => existsSync(`${GO_PATH}/src/golang.org/x/mod/sumdb/note`)
  ensureDebianPackage('golang-golang-x-mod-dev', hasNotes, "Go's verifiers of transparency logs")
}
