import { exitOnSetupError } from '#build/setup/command.mjs'
import { ensureDependencies } from '#build/setup/dependencies.mjs'
import { ensureElectron } from '#build/setup/electron.mjs'

// node build/release/fetch-electron.mjs    installs packages and Electron, and prints its binary's path
console.log(
  await exitOnSetupError(() => {
    ensureDependencies()
    return ensureElectron()
  }),
)
