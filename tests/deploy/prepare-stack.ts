import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromRoot } from '#build/setup/project.mjs'
import { run } from './commands.ts'
import { createDockerStack } from './docker-stack.ts'
import { fillExample, productionSecrets } from './env-file.ts'
import { createPodmanStack } from './podman-stack.ts'
import { CLIENT_ID, prepareProviders } from './providers.ts'

/** Set by `ensureImages`; empty when there are no images to test. */
export const ENGINE = process.env.CONTAINER_ENGINE ?? ''
/** Podman logs an error for each timer of a health check where there is no systemd. */
export const COMMAND = ENGINE === 'podman' ? ['podman', '--log-level=fatal'] : [ENGINE]
export const IMAGE = process.env.TIDEMARK_IMAGE ?? ''
export const TOOLS_IMAGE = process.env.TIDEMARK_TOOLS_IMAGE ?? ''
export const [HTTP_PORT, HTTPS_PORT] = [8080, 8443]
/** Caddy makes certificates for names under localhost itself. */
export const HOST = 'tidemark.localhost'
export const SITE = `https://${HOST}`

/** A copy of deploy/ with a filled .env, stand-ins for the providers, and the stack that runs it. */
export async function prepareStack() {
  const secrets = {
    ...productionSecrets(),
    POSTGRES_PASSWORD: randomBytes(24).toString('hex'),
  }
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-deploy-'))
  cpSync(fromRoot('deploy'), folder, { recursive: true })
  cpSync(fromRoot('tests', 'deploy', 'compose.providers.yaml'), join(folder, 'providers.yaml'))
  mkdirSync(join(folder, 'providers'))
  mkdirSync(join(folder, 'backups'))
  const google = await prepareProviders(join(folder, 'providers'))
  const settings: Record<string, string> = {
    ...secrets,
    PUBLIC_URL: SITE,
    GOOGLE_CLIENT_ID: CLIENT_ID,
  }
  const example = await Bun.file(join(folder, '.env.example')).text()
  await Bun.write(join(folder, '.env'), fillExample(example, settings))
  const options = {
    folder,
    project: `tidemark-test-${process.pid}`,
    files: ['compose.yaml', 'providers.yaml'],
    environment: {
      HTTP_PORT: `${HTTP_PORT}`,
      HTTPS_PORT: `${HTTPS_PORT}`,
      REPOSITORY: fromRoot(),
      ...Object.fromEntries(
        ['TIDEMARK_IMAGE', 'TIDEMARK_TOOLS_IMAGE', 'POSTGRES_IMAGE', 'VALKEY_IMAGE', 'CADDY_IMAGE']
          .map((name) => [name, process.env[name] ?? ''])
          .filter(([, value]) => value !== ''),
      ),
    },
  }
  const stack = ENGINE === 'docker' ? createDockerStack(options) : await createPodmanStack(options)
  return { folder, google, secrets, stack }
}

/** Runs the image alone with these settings, until it exits. */
export function runImage(settings: Record<string, string>) {
  const variables = Object.entries(settings).flatMap(([name, value]) => [
    '--env',
    `${name}=${value}`,
  ])
  const command = [...COMMAND, 'run', '--rm', '--network', 'none', ...variables, IMAGE]
  return run(command, { allowFailure: true })
}
