import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { clientOf, isSecure, networkOf } from './client.ts'

/** A call from `remote`, with these headers, as the server sees it. */
async function client(remote: string, headers: Record<string, string> = {}, trustedProxies = 0) {
  const app = new Hono()
  app.get('/', (c) => c.json({ ...clientOf(c, trustedProxies), secure: isSecure(c, trustedProxies) }))
  const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress: remote } } })
  return (await answer.json()) as { address: string; device: string; secure: boolean }
}
const address = async (...args: Parameters<typeof client>) => (await client(...args)).address

test('without a trusted proxy the connection alone tells the address', async () => {
  const headers = { 'x-forwarded-for': '1.2.3.4', 'x-real-ip': '1.2.3.4', forwarded: 'for=1.2.3.4' }
  assert.equal(await address('192.0.2.1', headers), '192.0.2.1')
  assert.equal((await client('192.0.2.1', { 'x-forwarded-proto': 'https' })).secure, false)
})

test('with one, what it appended; whatever a client wrote in front of that is passed over', async () => {
  const forwarded = (list: string, proxies: number) => address('192.0.2.1', { 'x-forwarded-for': list }, proxies)
  assert.equal(await forwarded('203.0.113.9', 1), '203.0.113.9')
  assert.equal(await forwarded('1.1.1.1, 2.2.2.2, 203.0.113.9', 1), '203.0.113.9')
  assert.equal(await forwarded('1.1.1.1, 203.0.113.9, 10.0.0.1', 2), '203.0.113.9')
  for (const broken of ['', 'unknown', '1.1.1.1, nonsense', '_hidden', '999.1.1.1', `${'1.1.1.1,'.repeat(3)} `])
    assert.equal(await forwarded(broken, 1), '192.0.2.1', broken)
  assert.equal(await forwarded('203.0.113.9', 2), '192.0.2.1', 'fewer entries than proxies')
})

test('an address has one spelling', async () => {
  assert.equal(await address('::ffff:192.0.2.1'), '192.0.2.1')
  assert.equal(await address('2001:DB8:0:0:0:0:0:1'), '2001:db8::1')
  assert.equal(await address('fe80::1%eth0'), 'fe80::1')
  const behind = (list: string) => address('127.0.0.1', { 'x-forwarded-for': list }, 1)
  assert.equal(await behind('203.0.113.9:4711'), '203.0.113.9')
  assert.equal(await behind('[2001:db8::1]:4711'), '2001:db8::1')
  assert.equal(await behind('::FFFF:203.0.113.9'), '203.0.113.9')
})

test('limits go by IPv4 address and by /64 of IPv6', () => {
  assert.equal(networkOf('203.0.113.9'), '203.0.113.9')
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64')
  assert.equal(networkOf('::1'), '0:0:0:0::/64')
  assert.equal(networkOf(''), '')
})

test('TLS ends at a trusted proxy that says so', async () => {
  const secure = async (proto: string) => (await client('127.0.0.1', { 'x-forwarded-proto': proto }, 1)).secure
  assert.deepEqual(await Promise.all(['https', 'HTTPS', 'http', '', 'https, http'].map(secure)), [
    true,
    true,
    false,
    false,
    false,
  ])
})
