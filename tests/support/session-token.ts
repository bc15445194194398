import { createHash } from 'node:crypto'
import { exchangeCode, serverClient, startAttempt, submitForm } from './sign-in.ts'
import type { Person, TestServer } from './test-server.ts'

/**
 * An ID token of the embedded provider for `name`, whose nonce has `prefix` and is bound to the session of
 * `person`, with its secret.
 */
export async function idTokenFor(
  server: TestServer,
  person: Person,
  prefix: string,
  name: string,
): Promise<{ tokenId: string; nonce: string }> {
  const { sid }: { sid: string } = JSON.parse(
    Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString(),
  )
  const nonce = 's'.repeat(43)
  const digest = createHash('sha256').update(`${nonce}.${sid}`).digest('base64url')
  const { issuer } = await server.api.authConfig()
  const client = serverClient(server.url)
  const attempt = startAttempt(issuer, client, { nonce: prefix + digest })
  const { leftFor } = await submitForm(attempt, { name, action: 'sign-in' })
  const code = leftFor?.searchParams.get('code') ?? ''
  const reply = await exchangeCode(issuer, client, code, attempt.verifier)
  const { id_token: tokenId }: { id_token: string } = JSON.parse(await reply.text())
  return { tokenId, nonce }
}
