import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { fuses } from '#build/package/fuses.mjs'
import { exitOnSetupError } from '#build/setup/command.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import { findPackedApp } from './packed-app.mjs'
import { signatureChecks } from './signature-checks.mjs'

// node build/release/check-package.mjs [RELEASE]
// Checks fuses and signature of the packed app, and prints its size. With SIGNED=true it must carry the
// signature of a certificate.
const [release = fromRoot('release')] = process.argv.slice(2)

/**
 * Names of the fuses that differ from the configuration.
 * @param {string} bundle
 */
async function wrongFuses(bundle) {
  const { version, strictlyRequireAllFuses, ...wanted } = fuses
  const wire = Object.entries(await getCurrentFuseWire(bundle))
  const burnt = new Map(wire.map(([fuse, state]) => [fuse, state === FuseState.ENABLE]))
  return Object.entries(wanted)
    .filter(([fuse, isOn]) => burnt.get(fuse) !== isOn)
    .map(([fuse]) => FuseV1Options[Number(fuse)])
}

const app = await exitOnSetupError(() => findPackedApp(release))
const files = readdirSync(app.folder, { recursive: true, withFileTypes: true })
const bytes = files
  .filter((entry) => entry.isFile())
  .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
console.log(`${app.folder}: ${Math.round(bytes / 1e6)} MB unpacked`)

const wrong = await wrongFuses(app.bundle)
for (const fuse of wrong) console.error(`failed: the fuse ${fuse} is not as configured`)
const checks = signatureChecks(process.platform, app, process.env.SIGNED === 'true')
const failed = checks.filter(([command, ...args]) => {
  console.log(`$ ${command} ${args.join(' ')}`)
  return spawnSync(command, args, { stdio: 'inherit' }).status !== 0
})
for (const [command] of failed) console.error(`failed: ${command}`)
process.exit(wrong.length + failed.length > 0 ? 1 : 0)
