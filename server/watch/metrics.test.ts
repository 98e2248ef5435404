import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ownTimeMs } from '#reliability/server-process.ts'
import { Metrics } from './metrics.ts'

describe('metrics', () => {
  test('values are written as Prometheus reads them; what cannot be had now is left out', async () => {
    const metrics = new Metrics()
    metrics.add('gauge', 'one', 'A number.', () => 1.5)
    metrics.add('counter', 'several', 'With labels.', async () => [
      { labels: { state: 'idle' }, value: 2 },
      { labels: { state: 'a"b\\c\n' }, value: 0 },
    ])
    metrics.add('gauge', 'none', 'Nothing to give.', () => null)
    metrics.add('gauge', 'broken', 'Not now.', () => {
      throw new Error('gone')
    })
    assert.equal(
      await metrics.text(),
      [
        '# HELP one A number.',
        '# TYPE one gauge',
        'one 1.5',
        '# HELP several With labels.',
        '# TYPE several counter',
        'several{state="idle"} 2',
        'several{state="a\\"b\\\\c\\n"} 0',
        '# HELP zalihe_http_request_duration_seconds Answered requests by route template.',
        '# TYPE zalihe_http_request_duration_seconds histogram',
        '',
      ].join('\n'),
    )
  })

  test('requests are a histogram: each bucket holds what took no longer, +Inf all', async () => {
    const metrics = new Metrics()
    for (const seconds of [0.004, 0.005, 0.3, 60]) metrics.request('POST', '/api/c1', 201, seconds)
    metrics.request('GET', '/api/c4/{id}', 404, 0.02)
    const text = await metrics.text()
    const name = 'zalihe_http_request_duration_seconds'
    for (const line of [
      `${name}_bucket{method="POST",route="/api/c1",status="201",le="0.005"} 2`,
      `${name}_bucket{method="POST",route="/api/c1",status="201",le="0.25"} 2`,
      `${name}_bucket{method="POST",route="/api/c1",status="201",le="0.5"} 3`,
      `${name}_bucket{method="POST",route="/api/c1",status="201",le="10"} 3`,
      `${name}_bucket{method="POST",route="/api/c1",status="201",le="+Inf"} 4`,
      `${name}_sum{method="POST",route="/api/c1",status="201"} 60.309`,
      `${name}_count{method="POST",route="/api/c1",status="201"} 4`,
      `${name}_count{method="GET",route="/api/c4/{id}",status="404"} 1`,
    ])
      assert.ok(text.split('\n').includes(line), line)
  })

  test('counting a request takes at most 20 microseconds of having a processor', () => {
    const metrics = new Metrics()
    const rounds = 20_000
    const count = () => {
      const began = ownTimeMs()
      for (let i = 0; i < rounds; i++) metrics.request('GET', `/api/c4/{id}${i % 60}`, 200, (i % 100) / 100)
      return ((ownTimeMs() - began) * 1000) / rounds
    }
    const best = Math.min(count(), count(), count())
    assert.ok(best <= 20, `${best} µs`)
  })
})
