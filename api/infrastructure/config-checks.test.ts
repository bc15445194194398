import { describe, expect, test } from 'bun:test'
import { PRODUCTION, refusal, SECRET } from '#tests/support/settings.ts'
import { readConfig } from './config.ts'

describe('in production', () => {
  test('the required settings suffice', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ production: true, priceFeed: 'auto' })
  })

  test('local sign-in, a missing secret and simulated prices are refused', () => {
    expect(refusal({ ...PRODUCTION, GOOGLE_CLIENT_ID: '' })).toStartWith('GOOGLE_CLIENT_ID')
    expect(refusal({ ...PRODUCTION, JWT_SECRET: '' })).toStartWith('JWT_SECRET')
    for (const PRICE_FEED of ['simulated', 'replay:candles.csv']) {
      expect(refusal({ ...PRODUCTION, PRICE_FEED })).toStartWith('PRICE_FEED')
    }
  })

  test('a database server needs the keys that its instances share', () => {
    const [RECEIPT_KEY, PUSH_KEY, IDENTITY_KEY] = [`${SECRET}1`, `${SECRET}2`, `${SECRET}3`]
    const keys = { DATABASE_URL: 'postgres://db/t', RECEIPT_KEY, PUSH_KEY, IDENTITY_KEY }
    expect(readConfig({ ...PRODUCTION, ...keys })).toMatchObject({ receiptKey: RECEIPT_KEY })
    for (const name of ['RECEIPT_KEY', 'PUSH_KEY', 'IDENTITY_KEY']) {
      expect(refusal({ ...PRODUCTION, ...keys, [name]: '' })).toStartWith(`${name} is required`)
      expect(refusal({ ...PRODUCTION, ...keys, [name]: 'a'.repeat(32) })).toStartWith(
        `${name} must be random`,
      )
      expect(readConfig({ ...PRODUCTION, [name]: '' }).production).toBe(true)
    }
  })

  test('another origin must be https, or on this machine', () => {
    for (const CORS_ORIGINS of ['http://a.example', 'https://a.example,http://127.0.0.1.example']) {
      expect(refusal({ ...PRODUCTION, CORS_ORIGINS })).toStartWith('CORS_ORIGINS must be https')
    }
    const CORS_ORIGINS = 'https://a.example,http://localhost:5173,http://[::1]:8080,app://mine'
    expect(refusal({ ...PRODUCTION, CORS_ORIGINS })).toBe('accepted')
  })

  test('plain http and a secret of little variety are refused', () => {
    for (const PUBLIC_URL of ['', 'http://tidemark.example', 'http://127.0.0.1:3000']) {
      expect(refusal({ ...PRODUCTION, PUBLIC_URL })).toStartWith('PUBLIC_URL')
    }
    for (const secret of [
      ...['a'.repeat(32), 'secret'.repeat(8), '12345678'.repeat(4), '0123456789'.repeat(4)],
      ...[`${SECRET.slice(0, 16).repeat(2)}0f`, 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ]) {
      const line = refusal({ ...PRODUCTION, JWT_SECRET: secret })
      expect(line).toStartWith('JWT_SECRET')
      expect(line).not.toContain(secret)
    }
    expect(refusal({ ...PRODUCTION, JWT_SECRET: 'Xk3' })).toStartWith('JWT_SECRET')
  })
})
