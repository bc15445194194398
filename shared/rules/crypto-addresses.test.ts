import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isBitcoinAddress, isEthereumAddress } from './crypto-addresses.ts'

// Examples of the standards themselves (BIP-13, BIP-173, BIP-350, EIP-55), the first address of the
// chain, and addresses that nobody has the key of.
const BITCOIN = [
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '1111111111111111111114oLvT2',
  '1BitcoinEaterAddressDontSendf59kuE',
  '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
]
const ETHEREUM = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x000000000000000000000000000000000000dEaD',
]

describe('Bitcoin addresses', () => {
  test.each(BITCOIN)('accepts %s', (address) => {
    expect(isBitcoinAddress(address)).toBe(true)
  })

  test.each([
    ['', 'nothing'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'a wrong checksum'],
    ['11A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'a zero too many'],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'the test network'],
    ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'scripts of the test network'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'segwit of the test network'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'a wrong checksum of bech32'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kV8F3T4', 'both cases'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'version 0 with bech32m'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'version 1 with bech32'],
    [
      'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
      'version 1 with 40 bytes',
    ],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'version 2'],
    ['BC1SW50QGDZ25J', 'version 16'],
    ['BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'version 17'],
    ['bc1pw5dgrnzv', 'a program of one byte'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav', '41 bytes'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'too much padding'],
    ['bc1gmk9yu', 'no program'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'another chain'],
  ])('%s is none: %s', (address) => {
    expect(isBitcoinAddress(address)).toBe(false)
  })

  test('rejects an address with one changed letter', () => {
    const letters = fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l')
    const address = fc.constantFrom(...BITCOIN.slice(4, 5), BITCOIN[6] ?? '')
    fc.assert(
      fc.property(address, fc.nat(), letters, (good, seed, letter) => {
        const at = 4 + (seed % (good.length - 4))
        const changed = good.slice(0, at) + letter + good.slice(at + 1)
        expect(isBitcoinAddress(changed)).toBe(changed === good)
      }),
    )
  })
})

describe('Ethereum addresses', () => {
  test.each(ETHEREUM)('accepts %s', (address) => {
    expect(isEthereumAddress(address)).toBe(true)
  })

  test('rejects a missing checksum, a wrong length and a missing 0x', () => {
    const [first = ''] = ETHEREUM
    const wrong = [first.toLowerCase(), first.slice(0, -1), `${first}0`, first.slice(2), '', '0x']
    for (const address of wrong) expect(isEthereumAddress(address)).toBe(false)
  })

  test('rejects an address with one letter in the other case', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ETHEREUM.slice(0, 4)),
        fc.integer({ min: 2, max: 41 }),
        (good, at) => {
          const letter = good[at] ?? ''
          const other =
            letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
          const changed = good.slice(0, at) + other + good.slice(at + 1)
          expect(isEthereumAddress(changed)).toBe(changed === good)
        },
      ),
    )
  })
})
