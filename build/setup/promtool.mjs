import { ensureDebianPackage } from './apt.mjs'
import { findInPath } from './project.mjs'

/** Installs Debian's promtool, which checks rules of Prometheus, if there is none; only a test needs it. */
export function ensurePromtool() {
  ensureDebianPackage('prometheus', () => findInPath('promtool') !== undefined, 'promtool')
}
