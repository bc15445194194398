import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { addressGroup, createClientFinder } from './client-address.ts'

const clientAddress = (peer: string, header: string | null, proxies: readonly string[]) =>
  createClientFinder(proxies)(peer, header).address

describe('the address of a client', () => {
  test.each([
    ['nobody is trusted', '203.0.113.9', '1.1.1.1', [], '203.0.113.9'],
    ['an untrusted peer', '203.0.113.9', '1.1.1.1', ['10.0.0.0/8'], '203.0.113.9'],
    ['a trusted proxy', '10.0.0.1', '203.0.113.9', ['10.0.0.0/8'], '203.0.113.9'],
    ['an invented start', '10.0.0.1', '1.1.1.1, 203.0.113.9', ['10.0.0.0/8'], '203.0.113.9'],
    ['two proxies', '10.0.0.1', '203.0.113.9, 10.0.0.2', ['10.0.0.0/8'], '203.0.113.9'],
    ['a proxy without the header', '10.0.0.1', null, ['10.0.0.0/8'], '10.0.0.1'],
    ['a header that is no address', '10.0.0.1', 'unknown', ['10.0.0.0/8'], '10.0.0.1'],
    ['an empty header', '10.0.0.1', '', ['10.0.0.0/8'], '10.0.0.1'],
    ['one proxy by its address', '10.0.0.1', '203.0.113.9', ['10.0.0.1'], '203.0.113.9'],
    ['its neighbor', '10.0.0.2', '203.0.113.9', ['10.0.0.1'], '10.0.0.2'],
    ['IPv4 within IPv6', '::ffff:10.0.0.1', '::ffff:203.0.113.9', ['10.0.0.0/8'], '203.0.113.9'],
    ['IPv6', '::1', '2001:db8:0:0::9', ['::1'], '2001:db8::9'],
    ['an IPv6 block', 'fd00::5', '2001:db8::9', ['fd00::/8'], '2001:db8::9'],
    ['a peer that is none', '', '203.0.113.9', ['10.0.0.0/8'], 'unknown'],
  ])('behind %s', (_, peer, header, proxies, expected) => {
    expect(clientAddress(peer, header, proxies)).toBe(expected)
  })

  const address = fc.oneof(fc.ipV4(), fc.ipV6())
  const header = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(address, fc.string())).map((hops) => hops.join(', ')),
  )

  test('an untrusted peer can never change it, whatever it sends', () => {
    const outside = address.filter((peer) => !addressGroup(peer).startsWith('10.'))
    fc.assert(
      fc.property(outside, header, (peer, text) => {
        const plain = clientAddress(peer, null, ['10.0.0.0/8'])
        expect(clientAddress(peer, text, ['10.0.0.0/8'])).toBe(plain)
        expect(clientAddress(peer, text, [])).toBe(plain)
      }),
    )
  })

  test('what a client writes before the hop of our proxy changes nothing', () => {
    const stranger = fc.ipV4().filter((own) => !own.startsWith('10.'))
    fc.assert(
      fc.property(header, stranger, (invented, own) => {
        expect(clientAddress('10.0.0.1', `${invented}, ${own}`, ['10.0.0.0/8'])).toBe(own)
      }),
    )
  })
})

describe('what limits count by', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['2001:db8:1:ff:ffff:ffff:ffff:ffff', '2001:db8:1::'],
    ['2001:db8:1:100::1', '2001:db8:1:100::'],
    ['2001:db8:1:1ff::1', '2001:db8:1:100::'],
    ['fe80::1%eth0', 'fe80::'],
    ['unknown', 'unknown'],
    ['', 'unknown'],
  ])('of %s is %s', (address, group) => {
    expect(addressGroup(address)).toBe(group)
  })

  test('is the same for a whole /56 and never fails', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), fc.nat(0xff), fc.nat(0xff), (network, customer, subnet) => {
        const address = (subnetOfCustomer: number, host: number) =>
          `2001:db8:${network.toString(16)}:${(customer * 256 + subnetOfCustomer).toString(16)}::${host}`
        expect(addressGroup(address(subnet, 9))).toBe(addressGroup(address(0, 1)))
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => addressGroup(text) !== ''))
  })
})

test.each<[string, string[], boolean]>([
  ['10.0.0.1', ['10.0.0.0/8'], true],
  ['::ffff:10.0.0.1', ['10.0.0.0/8'], true],
  ['203.0.113.9', ['10.0.0.0/8'], false],
  ['10.0.0.1', [], false],
  ['', ['10.0.0.0/8'], false],
])('%j is a proxy of %j: %p', (peer, proxies, expected) => {
  expect(createClientFinder(proxies)(peer, null).isProxied).toBe(expected)
})
