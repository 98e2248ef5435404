import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceName, momentText } from './session-text.ts'

test('a browser is called by its name and its system', () => {
  const names: Record<string, string> = {
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36':
      'Chrome, Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0':
      'Edge, Windows',
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0': 'Firefox, Linux',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1':
      'Safari, iOS',
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 Chrome/139.0.0.0 Mobile Safari/537.36':
      'Chrome, Android',
    'curl/8.5.0': 'curl',
    '': 'Nepoznat program',
    '<script>alert(1)</script>': 'Nepoznat program',
  }
  for (const [userAgent, name] of Object.entries(names)) assert.equal(deviceName(userAgent), name)
})

test('a moment is written as days are, with hours and minutes', () => {
  assert.equal(momentText(Date.UTC(2026, 1, 1, 13, 5), 'Europe/Belgrade'), '01.02.2026. 14:05')
  assert.equal(momentText(Date.UTC(2026, 6, 1, 22, 5), 'Europe/Belgrade'), '02.07.2026. 00:05')
})
