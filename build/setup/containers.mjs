import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ensureDebianCommand, ensureDebianPackage } from './apt.mjs'
import { log, runCommand, SetupError } from './command.mjs'
import { fromRoot } from './project.mjs'

const MIRROR = 'http://deb.debian.org/debian'
const DEBIAN = 'localhost/tidemark-stand-in/debian:12'
const NODE = 'localhost/tidemark-stand-in/node'
const SERVICES = 'localhost/tidemark-stand-in/services'
const SERVER = 'localhost/tidemark'
const TOOLS = 'localhost/tidemark-tools'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/**
 * Runs containers as root in a sandbox without CAP_SYS_RESOURCE and with cgroups v1, too. Netavark resolves the
 * names of all networks of a container, as Docker does.
 */
const CONTAINERS_CONF = `[containers]
cgroupns = "host"
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
[network]
network_backend = "netavark"
`

/**
 * Builds the images of Dockerfile with Docker, or as root on Debian with Podman and base images made of
 * Debian's packages. Throws a SetupError when neither can be had.
 * @returns {Record<string, string>} the environment of the deployment tests
 */
export function ensureImages() {
  if (hasDocker()) {
    buildWithDocker()
    return { CONTAINER_ENGINE: 'docker', TIDEMARK_IMAGE: SERVER, TIDEMARK_TOOLS_IMAGE: TOOLS }
  }
  return ensureImagesWithPodman()
}

/** Whether a Docker daemon answers and `docker compose` is installed. */
function hasDocker() {
  const check = (/** @type {string[]} */ args) =>
    spawnSync('docker', args, { stdio: 'ignore', timeout: 10_000 }).status === 0
  return check(['info']) && check(['compose', 'version'])
}

function buildWithDocker() {
  for (const [target, name] of Object.entries({ server: SERVER, tools: TOOLS })) {
    log(`building the image ${name}`)
    const args = ['build', '--target', target, '--tag', name, fromRoot()]
    runCommand(`The image ${name} could not be built`, 'docker', args)
  }
}

function ensureImagesWithPodman() {
  for (const name of ['podman', 'buildah', 'runc', 'debootstrap', 'iptables', 'catatonit']) {
    ensureDebianCommand(name, name, name)
  }
  for (const name of ['netavark', 'aardvark-dns']) {
    ensureDebianPackage(name, () => existsSync(join('/usr/lib/podman', name)), 'container networks')
  }
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-images-'))
  const config = fromRoot('.tools', 'containers.conf')
  mkdirSync(dirname(config), { recursive: true })
  writeFileSync(config, CONTAINERS_CONF)
  const env = { ...process.env, CONTAINERS_CONF: config }
  try {
    if (!hasImage(DEBIAN)) importDebian(join(folder, 'debian'))
    build(env, NODE, nodeContext(join(folder, 'node')), {})
    build(env, SERVICES, fromRoot('tests', 'deploy', 'stand-ins'), { BASE_IMAGE: DEBIAN })
    const bases = { NODE_IMAGE: NODE, BASE_IMAGE: DEBIAN, POSTGRES_IMAGE: SERVICES }
    build(env, SERVER, fromRoot(), bases, 'server')
    build(env, TOOLS, fromRoot(), bases, 'tools')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    CONTAINER_ENGINE: 'podman',
    CONTAINERS_CONF: config,
    TIDEMARK_IMAGE: SERVER,
    TIDEMARK_TOOLS_IMAGE: TOOLS,
    POSTGRES_IMAGE: SERVICES,
    VALKEY_IMAGE: SERVICES,
    CADDY_IMAGE: SERVICES,
  }
}

/** @param {string} name */
const hasImage = (name) => spawnSync('podman', ['image', 'exists', name]).status === 0

/**
 * Makes a base image of Debian's essential packages: without certificate authorities, as the real ones.
 * @param {string} folder
 */
function importDebian(folder) {
  log('making a base image of Debian packages')
  const failure = 'The base image could not be made'
  runCommand(failure, 'debootstrap', ['--variant=minbase', 'bookworm', folder, MIRROR])
  for (const name of ['var/cache/apt/archives', 'var/lib/apt/lists']) {
    rmSync(join(folder, name), { recursive: true, force: true })
    mkdirSync(join(folder, name, 'partial'), { recursive: true })
  }
  const archive = `${folder}.tar`
  runCommand(failure, 'tar', ['-C', folder, '-cf', archive, '.'])
  runCommand(failure, 'podman', ['import', '--quiet', archive, DEBIAN])
}

/**
 * A build folder with this machine's Node, npm and certificate authorities.
 * @param {string} folder
 */
function nodeContext(folder) {
  const npm = [join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm'), npmOfScript()]
  const npmFolder = npm.find((path) => path !== undefined && existsSync(path))
  if (npmFolder === undefined) throw new SetupError('the folder of npm was not found')
  mkdirSync(folder, { recursive: true })
  cpSync(process.execPath, join(folder, 'node'))
  cpSync(npmFolder, join(folder, 'npm'), { recursive: true, dereference: true })
  cpSync(CERTIFICATES, join(folder, 'authorities.crt'), { dereference: true })
  const lines = [
    `FROM ${DEBIAN}`,
    'COPY node /usr/bin/node',
    'COPY npm /usr/lib/node_modules/npm',
    `COPY authorities.crt ${CERTIFICATES}`,
    'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm',
    `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`,
  ]
  writeFileSync(join(folder, 'Dockerfile'), `${lines.join('\n')}\n`)
  return folder
}

/** The folder of the npm that started this script. */
function npmOfScript() {
  const script = process.env.npm_execpath
  return script === undefined ? undefined : resolve(dirname(script), '..')
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 * @param {string} context
 * @param {Record<string, string>} bases
 * @param {string} [target]
 */
function build(env, name, context, bases, target) {
  log(`building the image ${name}`)
  const options = ['--isolation', 'chroot', '--format', 'docker', '--layers', '--tag', name]
  const args = Object.entries(bases).flatMap(([key, image]) => ['--build-arg', `${key}=${image}`])
  const stage = target === undefined ? [] : ['--target', target]
  const failure = `The image ${name} could not be built`
  runCommand(failure, 'buildah', ['bud', ...options, ...args, ...stage, context], { env })
}
