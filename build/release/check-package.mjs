import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { fuses } from '#build/package/fuses.mjs'
import { exitOnSetupError } from '#build/setup/command.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import { findPackedApps } from './packed-app.mjs'
import { signatureChecks } from './signature-checks.mjs'

// node build/release/check-package.mjs [RELEASE]
// Checks fuses and signature of the packed apps of each architecture, and prints their size. With SIGNED=true
// they and the installers of Windows must carry the signature of a certificate.
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

/** @param {string} folder */
function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return files
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

const apps = await exitOnSetupError(() => findPackedApps(release))
const wrong = []
for (const { folder, bundle } of apps) {
  console.log(`${folder}: ${Math.round(sizeOf(folder) / 1e6)} MB unpacked`)
  wrong.push(...(await wrongFuses(bundle)).map((fuse) => `${fuse} of ${folder}`))
}
for (const fuse of wrong) console.error(`failed: the fuse ${fuse} is not as configured`)
const installers = readdirSync(release).filter((name) => name.endsWith('.exe'))
const signed = [
  ...apps.map(({ bundle }) => bundle),
  ...installers.map((name) => join(release, name)),
]
const checks = signed.flatMap((path) =>
  signatureChecks(process.platform, path, process.env.SIGNED === 'true'),
)
const failed = checks.filter(([command, ...args]) => {
  console.log(`$ ${command} ${args.join(' ')}`)
  return spawnSync(command, args, { stdio: 'inherit' }).status !== 0
})
for (const [command] of failed) console.error(`failed: ${command}`)
process.exit(wrong.length + failed.length > 0 ? 1 : 0)
