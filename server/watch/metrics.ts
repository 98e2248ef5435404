// Prometheus' text format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/

/** Upper bounds of the buckets of a duration, in seconds. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

type Labels = Readonly<Record<string, string>>
/** Gives the values of one metric at the moment of asking; null where there is none to give. */
export type Measure = () => Value[] | number | null | Promise<Value[] | number | null>
type Value = { readonly labels: Labels; readonly value: number }
type Kind = 'counter' | 'gauge'

/** A histogram of durations. */
class Durations {
  readonly counts = new Float64Array(BUCKETS_S.length + 1)
  seconds = 0

  add(seconds: number) {
    let bucket = 0
    while (bucket < BUCKETS_S.length && seconds > (BUCKETS_S[bucket] as number)) bucket++
    this.counts[bucket] = (this.counts[bucket] as number) + 1
    this.seconds += seconds
  }
}

/** Counts for Prometheus. Names and labels are constants of ours, never values of users. */
export class Metrics {
  readonly #requests = new Map<string, Durations>()
  readonly #measures: { name: string; kind: Kind; help: string; measure: Measure }[] = []

  /** Counts an answered request; `route` is the template of its path, so there are only as many as calls. */
  request(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${route} ${status}`
    let durations = this.#requests.get(key)
    if (!durations) {
      durations = new Durations()
      this.#requests.set(key, durations)
    }
    durations.add(seconds)
  }

  /** A metric whose value is looked up when somebody asks. */
  add(kind: Kind, name: string, help: string, measure: Measure): void {
    this.#measures.push({ name, kind, help, measure })
  }

  /** All metrics in the format of Prometheus. A metric whose value cannot be read now is left out. */
  async text(): Promise<string> {
    const lines: string[] = []
    for (const { name, kind, help, measure } of this.#measures) {
      const measured = await Promise.resolve()
        .then(measure)
        .catch(() => null)
      const values = typeof measured === 'number' ? [{ labels: {}, value: measured }] : (measured ?? [])
      if (values.length > 0) lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`)
      for (const { labels, value } of values) lines.push(`${name}${written(labels)} ${value}`)
    }
    return `${[...lines, ...this.#requestLines()].join('\n')}\n`
  }

  #requestLines(): string[] {
    const name = 'zalihe_http_request_duration_seconds'
    const lines = [`# HELP ${name} Answered requests by route template.`, `# TYPE ${name} histogram`]
    for (const [key, { counts, seconds }] of this.#requests) {
      const [method = '', route = '', status = ''] = key.split(' ')
      const labels = { method, route, status }
      let sum = 0
      for (const [place, count] of counts.entries()) {
        sum += count
        lines.push(`${name}_bucket${written({ ...labels, le: String(BUCKETS_S[place] ?? '+Inf') })} ${sum}`)
      }
      lines.push(`${name}_sum${written(labels)} ${seconds}`, `${name}_count${written(labels)} ${sum}`)
    }
    return lines
  }
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`,
  )
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}
