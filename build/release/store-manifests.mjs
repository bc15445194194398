import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packageJson } from '#build/setup/project.mjs'

// node build/release/store-manifests.mjs FOLDER URL
// Writes the manifests of winget and Homebrew for the installers in FOLDER, which are downloaded from URL,
// into FOLDER. A person hands them in: see docs/RELEASE.md.

/**
 * @param {string} path
 * @returns {string} SHA-256 in hexadecimal
 */
const hashOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')

/**
 * The manifests by file name.
 * @param {{ version: string, url: string, windows: string, mac: string }} release `url` is the folder of the
 *   installers, `windows` and `mac` are their paths on this machine
 * @returns {Record<string, string>}
 */
export function storeManifests({ version, url, windows, mac }) {
  const id = 'Tidemark.Tidemark'
  const head = `PackageIdentifier: ${id}\nPackageVersion: ${version}\n`
  const foot = (/** @type {string} */ type) => `ManifestType: ${type}\nManifestVersion: 1.10.0\n`
  const installer = (/** @type {string} */ arch) =>
    `- Architecture: ${arch}\n  InstallerUrl: ${url}/${basename(windows)}\n` +
    `  InstallerSha256: ${hashOf(windows).toUpperCase()}\n`
  return {
    [`${id}.yaml`]: `${head}DefaultLocale: en-US\n${foot('version')}`,
    [`${id}.installer.yaml`]:
      `${head}InstallerType: nullsoft\nScope: user\nUpgradeBehavior: install\n` +
      `MinimumOSVersion: 10.0.0.0\nProtocols:\n- tidemark\nInstallers:\n` +
      `${installer('x64')}${installer('arm64')}${foot('installer')}`,
    [`${id}.locale.en-US.yaml`]:
      `${head}PackageLocale: en-US\nPublisher: Tidemark\nPackageName: ${packageJson.productName}\n` +
      `PackageUrl: ${packageJson.homepage}\nLicense: ${packageJson.license}\n` +
      `ShortDescription: ${JSON.stringify(packageJson.description)}\n${foot('defaultLocale')}`,
    'tidemark.rb': `cask "tidemark" do
  version "${version}"
  sha256 "${hashOf(mac)}"

  url "${url}/${basename(mac)}"
  name "${packageJson.productName}"
  desc "${packageJson.description}"
  homepage "${packageJson.homepage}"

  auto_updates true
  depends_on macos: ">= :ventura"

  app "${packageJson.productName}.app"

  zap trash: [
    "~/Library/Application Support/Tidemark",
    "~/Library/Logs/Tidemark",
    "~/Library/Preferences/app.tidemark.desktop.plist",
  ]
end
`,
  }
}

if (process.argv[1] === import.meta.filename) {
  const [folder = '', url = ''] = process.argv.slice(2)
  const { version } = packageJson
  const manifests = storeManifests({
    version,
    url,
    windows: join(folder, `Tidemark-${version}-windows.exe`),
    mac: join(folder, `Tidemark-${version}-mac.dmg`),
  })
  for (const [name, text] of Object.entries(manifests)) writeFileSync(join(folder, name), text)
}
