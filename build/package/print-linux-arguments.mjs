import { readFileSync } from 'node:fs'
import { Arch, build, Platform } from 'electron-builder'
import configuration from '#build/electron-builder.config.mjs'
import { packageJson } from '#build/setup/project.mjs'

// Usage: node build/package/print-linux-arguments.mjs PROJECT ELECTRON
// Prints what the packagers of Linux would get, as JSON, without fetching or running any of them.
const [projectDir = '', electronDist = ''] = process.argv.slice(2)

/** @type {Record<string, unknown>} */
const found = {}
await build({
  projectDir,
  publish: 'never',
  targets: Platform.LINUX.createTarget(['AppImage', 'deb'], Arch.x64),
  config: {
    ...configuration,
    electronDist,
    electronVersion: packageJson.devDependencies.electron,
  },
  // Called before each packager; true skips it.
  effectiveOptionComputed: async (options) => {
    if (Array.isArray(options)) {
      const [args, desktopFile] = options
      found.deb = { args, desktop: readFileSync(desktopFile, 'utf8') }
    } else found.appImage = options
    return true
  },
})
process.stdout.write(JSON.stringify(found))
