import { join } from 'node:path'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'

/**
 * Every switch that is burnt into the app's Electron, decided. A fuse that a newer Electron brings
 * stops the build until it is decided here.
 * @type {import('@electron/fuses').FuseConfig & { strictlyRequireAllFuses: true }}
 */
export const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // The app is no Node that somebody else's script can be run with.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // Nobody swaps the code that was signed.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The interface comes from a protocol of its own, never from file: addresses.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  // As Chromium has it; off, WebAssembly is slower and no safer.
  [FuseV1Options.WasmTrapHandlers]: true,
}

/** What the binary is called where it is packed. */
const BINARY = { darwin: 'Tidemark.app', win32: 'Tidemark.exe', linux: 'tidemark' }

/**
 * After packing and before signing. The library that electron-builder brings for its own option is
 * older than the newest fuse.
 * @param {{ appOutDir: string, electronPlatformName: string }} context
 */
export function setFuses({ appOutDir, electronPlatformName }) {
  if (!(electronPlatformName in BINARY)) throw new Error(`no app for ${electronPlatformName}`)
  const system = /** @type {keyof typeof BINARY} */ (electronPlatformName)
  return flipFuses(join(appOutDir, BINARY[system]), fuses).then(() => {})
}
