import { join } from 'node:path'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'

/**
 * Every fuse of the app's Electron. A fuse added by a newer Electron stops the build until it is set
 * here.
 * @type {import('@electron/fuses').FuseConfig & { strictlyRequireAllFuses: true }}
 */
export const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // The app must not run other scripts as Node.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // The signed code must not be replaced.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The interface is served by the app's own scheme, never from file: URLs.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // docs/decisions/cookies-not-encrypted.md: an app that set it once cannot go back.
  [FuseV1Options.EnableCookieEncryption]: false,
  // Chromium's default; without it WebAssembly is slower and no safer.
  [FuseV1Options.WasmTrapHandlers]: true,
}

/** Path of the packed binary by platform. */
const BINARY = { darwin: 'Tidemark.app', win32: 'Tidemark.exe', linux: 'tidemark' }

/**
 * Sets the fuses after packing and before signing. electron-builder's own option uses an older library
 * that lacks the newest fuse.
 *
 * Changed bytes invalidate the signature that Electron's binaries carry, and macOS on Apple Silicon
 * kills such an app at its start. A Mac therefore signs it anew, ad hoc; a certificate replaces that.
 * @param {{ appOutDir: string, electronPlatformName: string }} context
 */
export async function setFuses({ appOutDir, electronPlatformName }) {
  if (!(electronPlatformName in BINARY)) throw new Error(`no app for ${electronPlatformName}`)
  // Half of a universal app: the whole one follows, and both of its slices are set then.
  if (appOutDir.endsWith('-temp')) return
  const system = /** @type {keyof typeof BINARY} */ (electronPlatformName)
  // Other systems have no codesign.
  const resetAdHocDarwinSignature = system === 'darwin' && process.platform === 'darwin'
  await flipFuses(join(appOutDir, BINARY[system]), { ...fuses, resetAdHocDarwinSignature })
}
