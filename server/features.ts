import { api } from '#contract/api.ts'
import { archiveHandlers } from './archive/archive-handlers.ts'
import { authHandlers } from './auth/auth-handlers.ts'
import { c1Handlers } from './c1/c1-handlers.ts'
import { c4Handlers } from './c4/c4-handlers.ts'
import type { Config } from './config.ts'
import { dashboardHandlers } from './dashboard/dashboard-handlers.ts'
import type { Store } from './db/open.ts'
import type { Feature } from './http/app.ts'
import { materialHandlers } from './materials/material-handlers.ts'
import { productHandlers } from './products/product-handlers.ts'
import { rateHandlers } from './rates/rate-handlers.ts'

/** Every part of the contract with the handlers that keep it. */
export const featuresOf = (store: Store, { registration }: Pick<Config, 'registration'>): Record<string, Feature> => {
  const handlers: { [K in keyof typeof api]: Feature['handlers'] } = {
    auth: authHandlers(store, registration) as Feature['handlers'],
    c4: c4Handlers(store) as Feature['handlers'],
    c1: c1Handlers(store) as Feature['handlers'],
    materials: materialHandlers(store) as Feature['handlers'],
    products: productHandlers(store) as Feature['handlers'],
    archive: archiveHandlers(store) as Feature['handlers'],
    dashboard: dashboardHandlers(store) as Feature['handlers'],
    rates: rateHandlers(store) as Feature['handlers'],
  }
  return Object.fromEntries(
    Object.entries(api).map(([name, endpoints]) => [name, { endpoints, handlers: handlers[name as keyof typeof api] }]),
  )
}
