import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'

const HttpsUrl = Type.String({ pattern: '^https://', maxLength: 2048 })

/** Linked image of an ad slot. */
export const AdSlot = Type.Object(
  {
    image: HttpsUrl,
    href: HttpsUrl,
    alt: Type.String({ minLength: 1, maxLength: 200, description: 'What the picture says' }),
  },
  { additionalProperties: false },
)
export type AdSlot = Static<typeof AdSlot>

const Slot = Type.Union([AdSlot, Type.Null()])
const Address = (description: string) =>
  Type.Union([Type.String({ description }), Type.Null()], { description })

/** Public settings of the operator; null means not configured. */
export const Site = Type.Object({
  donation: Type.Object({
    btc: Address('Bitcoin address, mainnet'),
    eth: Address('Ethereum address with its EIP-55 checksum'),
    isExample: Type.Boolean({ description: 'Nobody can spend from these: never send to them' }),
  }),
  ads: Type.Object({ top: Slot, middle: Slot, bottom: Slot }),
  clientErrors: Type.Boolean({ description: 'Whether clients report their errors' }),
})
export type Site = Static<typeof Site>
