import { Value } from '@sinclair/typebox/value'
import { AdSlot, type Site } from '#shared/contract/site.ts'
import { isBitcoinAddress, isEthereumAddress } from '#shared/rules/crypto-addresses.ts'
import { refuse } from './config-readers.ts'

/** Addresses that nobody has the key of, so that the page can be seen whole without an operator's. */
const EXAMPLES: Site['donation'] = {
  btc: '1BitcoinEaterAddressDontSendf59kuE',
  eth: '0x000000000000000000000000000000000000dEaD',
  isExample: true,
}

/**
 * The addresses of the donation page. Outside production, where none is set, they are examples and
 * say so.
 */
export function donation(btc: string, eth: string, production: boolean): Site['donation'] {
  if (btc === '' && eth === '' && !production) return EXAMPLES
  return {
    btc: bitcoinAddress('DONATION_BTC', btc),
    eth: ethereumAddress('DONATION_ETH', eth),
    isExample: false,
  }
}

/** An address to donate bitcoin to; empty is none. */
function bitcoinAddress(name: string, value: string): string | null {
  if (value === '') return null
  if (isBitcoinAddress(value)) return value
  return refuse(name, value, 'a Bitcoin address of the main network with the right checksum')
}

/** An address to donate ether to; empty is none. */
function ethereumAddress(name: string, value: string): string | null {
  if (value === '') return null
  if (isEthereumAddress(value)) return value
  return refuse(name, value, 'an Ethereum address with its EIP-55 checksum')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The picture of an ad slot as JSON text; empty is none. */
export function adSlot(name: string, value: string): AdSlot | null {
  if (value === '') return null
  const slot = parse(value)
  const isGood =
    Value.Check(AdSlot, slot) && [slot.image, slot.href].every((url) => URL.canParse(url))
  if (isGood) return slot
  return refuse(name, value, 'JSON such as {"image":"https://…","href":"https://…","alt":"…"}')
}
