import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const Texts = Type.Array(Type.Union([Type.String(), Type.Number()]))
const Environment = Type.Record(Type.String(), Type.String())

/** The keys of a service that the Podman stack translates; another one fails the test. */
const Service = Type.Object(
  {
    image: Type.Optional(Type.String()),
    build: Type.Optional(Type.Object({ context: Type.String(), target: Type.String() })),
    entrypoint: Type.Optional(Texts),
    command: Type.Optional(Texts),
    user: Type.Optional(Type.String()),
    env_file: Type.Optional(Type.String()),
    environment: Type.Optional(Environment),
    depends_on: Type.Optional(
      Type.Record(Type.String(), Type.Object({ condition: Type.Literal('service_healthy') })),
    ),
    profiles: Type.Optional(Texts),
    restart: Type.Optional(Type.String()),
    init: Type.Optional(Type.Boolean()),
    read_only: Type.Optional(Type.Boolean()),
    cap_drop: Type.Optional(Texts),
    cap_add: Type.Optional(Texts),
    security_opt: Type.Optional(Texts),
    logging: Type.Optional(Type.Unknown()),
    tmpfs: Type.Optional(Texts),
    volumes: Type.Optional(Texts),
    ports: Type.Optional(Texts),
    networks: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          {
            ipv4_address: Type.Optional(Type.String()),
            aliases: Type.Optional(Type.Array(Type.String())),
          },
          { additionalProperties: false },
        ),
      ),
    ),
    healthcheck: Type.Optional(
      Type.Object({
        test: Texts,
        interval: Type.String(),
        timeout: Type.String(),
        retries: Type.Number(),
      }),
    ),
    mem_limit: Type.Optional(Type.String()),
    pids_limit: Type.Optional(Type.Number()),
    shm_size: Type.Optional(Type.String()),
    stop_signal: Type.Optional(Type.String()),
    stop_grace_period: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type Service = (typeof Service)['static']

const ComposeFile = Type.Object({
  services: Type.Record(Type.String(), Service),
  networks: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object(
        {
          ipam: Type.Optional(
            Type.Object({ config: Type.Array(Type.Object({ subnet: Type.String() })) }),
          ),
          internal: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
    ),
  ),
})
export type ComposeFile = (typeof ComposeFile)['static']

/** Replaces `${NAME:-default}` and `${NAME:?message}` as Docker Compose does. */
function interpolate(text: string, environment: Record<string, string | undefined>): string {
  return text.replace(
    /\$\{(\w+):([-?])([^}]*)\}/g,
    (_, name: string, kind: string, rest: string) => {
      const value = environment[name]
      if (value) return value
      if (kind === '-') return rest
      throw new Error(`${name} is missing: ${rest}`)
    },
  )
}

/** Reads a compose file. Throws when it has a service key that `Service` does not name. */
export async function readComposeFile(
  path: string,
  environment: Record<string, string | undefined>,
): Promise<ComposeFile> {
  const text = interpolate(await Bun.file(path).text(), environment)
  return Value.Parse(ComposeFile, Bun.YAML.parse(text))
}

/** Reads `NAME=value` lines. */
export function parseEnvFile(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}
