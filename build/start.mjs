import './setup/node-version.mjs'
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ensureDependencies } from './setup/dependencies.mjs'
import { whenNpmEnds } from './setup/parent.mjs'
import { ensurePrismaClient } from './setup/prisma-client.mjs'
import { orSay } from './setup/step.mjs'
import { inTree, withBun } from './setup/tree.mjs'
import { ensureWebBuild } from './setup/web-build.mjs'

const bun = await orSay(() => {
  const binary = ensureDependencies()
  ensurePrismaClient()
  // A command such as seed needs no interface.
  if (process.argv.length === 2) ensureWebBuild()
  return binary
})

const server = spawn(bun, ['api/main.ts', ...process.argv.slice(2)], {
  cwd: inTree(),
  env: withBun(bun),
  stdio: 'inherit',
})

// Ctrl-C in a terminal reaches the server by itself, and npm repeats it; only a signal sent to
// this process alone has to be handed on.
process.on('SIGINT', () => {
  if (!process.stdin.isTTY) server.kill('SIGINT')
})
process.on('SIGTERM', () => server.kill('SIGTERM'))
process.on('SIGHUP', () => server.kill('SIGHUP'))
whenNpmEnds(() => server.kill('SIGTERM'))

server.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0)
})
