import './setup/node-version.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { orSay, say } from './setup/step.mjs'
import { ensureWebBuild } from './setup/web-build.mjs'

// Builds the hosted web build into out/web, if it is stale.
await orSay(() => {
  ensureDependencies()
  ensureWebBuild()
  say('out/web is up to date')
})
