import { ensureDebianPackage } from './apt.mjs'
import { findInPath } from './project.mjs'

/** Installs Debian's Python if there is none; only a test needs it. */
export function ensurePython() {
  ensureDebianPackage('python3', () => findInPath('python3') !== undefined, 'Python 3')
}
