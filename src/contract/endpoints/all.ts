import { accountEndpoints } from './account.ts'
import { adminEndpoints } from './admin.ts'
import { alertsEndpoints } from './alerts.ts'
import { detentionEndpoints } from './detention.ts'
import type { Endpoint } from './endpoint.ts'
import { evidenceEndpoints } from './evidence.ts'
import { forecastsEndpoints } from './forecasts.ts'
import { historyEndpoints } from './history.ts'
import { kpisEndpoints } from './kpis.ts'
import { linksEndpoints } from './links.ts'
import { liveEndpoints } from './live.ts'
import { operationsEndpoints } from './operations.ts'
import { operatorsEndpoints } from './operators.ts'
import { passkeysEndpoints } from './passkeys.ts'
import { placesEndpoints } from './places.ts'
import { secondFactorEndpoints } from './second-factor.ts'
import { trackingEndpoints } from './tracking.ts'

/** Every call of the API, by method and path: the server's routes and the page's calls follow from it. */
export const ENDPOINTS = {
  ...accountEndpoints,
  ...adminEndpoints,
  ...alertsEndpoints,
  ...detentionEndpoints,
  ...evidenceEndpoints,
  ...forecastsEndpoints,
  ...historyEndpoints,
  ...kpisEndpoints,
  ...linksEndpoints,
  ...liveEndpoints,
  ...operationsEndpoints,
  ...operatorsEndpoints,
  ...passkeysEndpoints,
  ...placesEndpoints,
  ...secondFactorEndpoints,
  ...trackingEndpoints,
} satisfies Record<string, Endpoint>
type Table = typeof ENDPOINTS
/** As an interface, whose name stands for a table that no declaration file could hold. */
export interface Endpoints extends Table {}
export type EndpointName = keyof Endpoints
