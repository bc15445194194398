import { Arch } from 'electron-builder'
import { desktopFile } from './package/desktop-file.mjs'
import { fileMacro } from './package/file-macro.mjs'
import { setFuses } from './package/fuses.mjs'
import { assertKeychain, keychainFiles } from './package/keychain.mjs'
import { releaseUrl } from './release-url.mjs'
import { builtCommit, findInPath } from './setup/project.mjs'

/** Update URL of installed apps; `.invalid` never resolves. */
const feed = releaseUrl(
  'UPDATE_URL',
  process.env.UPDATE_URL || 'https://updates.tidemark.invalid',
  false,
)
/** Apple notarizes if these are set: an App Store Connect API key. */
const canNotarize = Boolean(
  process.env.APPLE_API_KEY && process.env.APPLE_API_KEY_ID && process.env.APPLE_API_ISSUER,
)

/** Signing by Azure if all of these are set. */
const { AZURE_SIGNING_ENDPOINT, AZURE_SIGNING_ACCOUNT, AZURE_SIGNING_PROFILE, AZURE_PUBLISHER } =
  process.env
const azureSignOptions =
  AZURE_SIGNING_ENDPOINT && AZURE_SIGNING_ACCOUNT && AZURE_SIGNING_PROFILE && AZURE_PUBLISHER
    ? {
        endpoint: AZURE_SIGNING_ENDPOINT,
        codeSigningAccountName: AZURE_SIGNING_ACCOUNT,
        certificateProfileName: AZURE_SIGNING_PROFILE,
        publisherName: AZURE_PUBLISHER,
      }
    : null

/** @type {import('electron-builder').TargetConfiguration[]} */
const rpm = findInPath('rpmbuild') ? [{ target: 'rpm', arch: ['x64', 'arm64'] }] : []

/** @param {string} kind */
const artifact = (kind) => `Tidemark-${fileMacro('version')}-${kind}.${fileMacro('ext')}`

/**
 * electron-builder configuration of the desktop app: `npm run dist`, docs/RELEASE.md.
 * @type {import('electron-builder').Configuration}
 */
const configuration = {
  appId: 'app.tidemark.desktop',
  productName: 'Tidemark',
  copyright: 'Copyright © Tidemark',
  directories: { output: 'release', buildResources: 'build' },
  protocols: [{ name: 'Tidemark', schemes: ['tidemark'], role: 'Viewer' }],

  // The app consists of its bundles; `dependencies` belong to the server.
  files: [
    'out/main/**',
    'out/preload/**',
    'out/renderer/**',
    'package.json',
    // Of the window on Linux, and of the about panel.
    'build/icons/png/256x256.png',
    '!**/node_modules/**',
  ],
  extraMetadata: { dependencies: null, ...builtCommit() },
  // false: no node_modules are collected or rebuilt.
  beforeBuild: () => false,
  beforePack: ({ electronPlatformName, arch, packager }) => {
    assertKeychain(electronPlatformName, Arch[arch] ?? '', packager.projectDir)
  },
  afterPack: setFuses,
  asar: true,
  asarUnpack: ['**/*.node'],
  // `maximum` saves little and makes an AppImage start slowly.
  compression: 'normal',
  toolsets: {
    // Static runtime: needs no libfuse2, which Ubuntu does not install, and adds no --no-sandbox.
    appimage: '1.0.3',
    // The older one contains symlinks, which Windows creates for administrators only.
    winCodeSign: '1.1.0',
  },

  publish: { provider: 'generic', url: feed, channel: 'latest' },
  generateUpdatesFilesForAllChannels: false,

  win: {
    target: [{ target: 'nsis', arch: ['x64', 'arm64'] }],
    icon: 'build/icons/icon.ico',
    files: [...keychainFiles('win32'), 'build/icons/tray/win32/**'],
    electronLanguages: ['en-US', 'ko'],
    azureSignOptions,
  },
  nsis: {
    // Per-user installation without prompts or administrator rights.
    oneClick: true,
    perMachine: false,
    deleteAppDataOnUninstall: false,
    artifactName: artifact('windows'),
  },

  mac: {
    // Updates come from the zip.
    target: [
      { target: 'dmg', arch: ['universal'] },
      { target: 'zip', arch: ['universal'] },
    ],
    icon: 'build/icons/icon.icns',
    category: 'public.app-category.finance',
    // App Nap delays the timers of an app without a visible window: the price in the menu bar, alerts.
    extendInfo: { LSAppNapIsDisabled: true },
    files: [...keychainFiles('darwin'), 'build/icons/tray/darwin/**'],
    // A notification names its sound, which the system looks for in the app's resources.
    extraResources: [{ from: 'desktop/renderer/public/sounds', to: '.' }],
    electronLanguages: ['en', 'ko'],
    // The keychain binaries of both architectures are in both halves.
    x64ArchFiles: '**/app.asar.unpacked/**/*.node',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'build/entitlements.mac.plist',
    entitlementsInherit: 'build/entitlements.mac.plist',
    notarize: canNotarize,
    artifactName: artifact('mac'),
  },

  linux: {
    target: [
      { target: 'AppImage', arch: ['x64', 'arm64'] },
      { target: 'deb', arch: ['x64', 'arm64'] },
      // Its packager is missing on most machines; the release workflow has it.
      ...rpm,
    ],
    icon: 'build/icons/png',
    category: 'Office;Finance',
    executableName: 'tidemark',
    // The desktop file is named like the application id, by which the portals of Wayland know the app.
    syncDesktopName: true,
    // No --no-sandbox, and no --ozone-platform: docs/decisions/desktop-without-tray.md.
    executableArgs: [],
    synopsis: 'Call the BTC/USDT price a week ahead',
    maintainer: 'Tidemark <contact@tidemark.app>',
    vendor: 'Tidemark',
    files: [...keychainFiles('linux'), 'build/icons/tray/linux/**'],
    electronLanguages: ['en-US', 'ko'],
    artifactName: artifact(fileMacro('arch')),
  },
  // Each has its own: electron-builder merges the options of a package into those of `linux`.
  appImage: {
    desktop: desktopFile('AppRun'),
    // Without the version, so that an update keeps the name by which login and shortcuts start it.
    artifactName: `Tidemark-${fileMacro('arch')}.${fileMacro('ext')}`,
  },
  deb: {
    desktop: desktopFile('/opt/Tidemark/tidemark'),
    // Libraries that Electron links. The keychain uses D-Bus directly, without libsecret.
    depends: [
      'libgtk-3-0 | libgtk-3-0t64',
      'libnotify4',
      'libnss3',
      'libxss1',
      'libxtst6',
      'xdg-utils',
      'libatspi2.0-0 | libatspi2.0-0t64',
      'libuuid1',
      'libgbm1',
      'libasound2 | libasound2t64',
    ],
    recommends: ['gnome-keyring | kwalletmanager | keepassxc'],
  },
  rpm: { desktop: desktopFile('/opt/Tidemark/tidemark') },
}

export default configuration
