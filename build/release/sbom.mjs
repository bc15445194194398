import { readFileSync } from 'node:fs'
import { fromRoot, packageJson } from '#build/setup/project.mjs'

// node build/release/sbom.mjs > sbom.cdx.json
// The packages that bun.lock pins, from which the app is built, as a CycloneDX bill of materials.

/**
 * @param {string} lock text of bun.lock, in which each package of the registry has a line
 * @returns {{ name: string, version: string, sha512: string }[]} `sha512` in hex
 */
export function lockedPackages(lock) {
  const found = new Map()
  for (const [, name = '', version = '', integrity = ''] of lock.matchAll(
    /^ *"[^"]+": \["((?:@[^@"]+\/)?[^@"]+)@([\w.+-]+)", "", .*"sha512-([^"]+)"\],?$/gm,
  )) {
    const sha512 = Buffer.from(integrity, 'base64').toString('hex')
    found.set(`${name}@${version}`, { name, version, sha512 })
  }
  return [...found.values()].sort((a, b) => (purl(a) < purl(b) ? -1 : 1))
}

/** @param {{ name: string, version: string }} locked */
const purl = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/**
 * CycloneDX 1.6, https://cyclonedx.org/docs/1.6/json/.
 * @param {string} lock
 */
export function billOfMaterials(lock) {
  const { name, version } = packageJson
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', name, version, 'bom-ref': `${name}@${version}` },
    },
    components: lockedPackages(lock).map((locked) => ({
      type: 'library',
      name: locked.name,
      version: locked.version,
      purl: purl(locked),
      'bom-ref': purl(locked),
      hashes: [{ alg: 'SHA-512', content: locked.sha512 }],
    })),
  }
}

if (process.argv[1] === import.meta.filename) {
  const bill = billOfMaterials(readFileSync(fromRoot('bun.lock'), 'utf8'))
  process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`)
}
