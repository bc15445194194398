import { ensureDesktopBuild, ensureWebBuild } from '#build/setup/builds.mjs'
import { exitOnSetupError } from '#build/setup/command.mjs'

// Run by `npm test` beside its checks: node build/test/prepare-build.mjs web|desktop
await exitOnSetupError(process.argv[2] === 'desktop' ? ensureDesktopBuild : ensureWebBuild)
