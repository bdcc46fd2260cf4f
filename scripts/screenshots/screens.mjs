/** @typedef {import('@playwright/test').Page} Page */
/** Brings a screen into its state; changes nothing on the server. @typedef {(page: Page) => Promise<unknown>} Act */
/** `who`: a name of `Company.cookies`, or null for a visitor. @typedef {{ name: string, who: string | null, path: string, act: Act | null }} Screen */

/** Everything is found by roles, and in both languages. @type {(name: RegExp) => Act} */
const press = (name) => (page) => page.getByRole('button', { name }).first().click()
/** @type {(index: number) => Act} */
const tab = (index) => (page) => page.getByRole('tab').nth(index).click()
/** @type {(label: RegExp) => Act} */
const search = (label) => (page) => page.getByLabel(label).first().fill('nada de esto')
/** @type {(...acts: Act[]) => Act} */
const then =
  (...acts) =>
  async (page) => {
    for (const act of acts) await act(page)
  }
/** @type {(path: string) => Act} */
const withoutNetwork = (path) => (page) => page.route(path, (route) => route.abort('internetdisconnected'))
/** @type {(path: string) => Act} */
const failed = (path) => then(withoutNetwork(path), (page) => page.reload())
const asOpened = null

const cutOff = then(withoutNetwork('**/api/**'), withoutNetwork('**/healthz'))

/** The next step waits in the phone. @type {Act} */
const pressOffline = then(cutOff, press(/^(Avanzar a|Go on to)/), (page) =>
  page
    .getByText(/^(Sin conexión|No connection) ·/)
    .first()
    .waitFor(),
)

/** The next step waits as well. @type {Act} */
const pressDuringMaintenance = then(
  (page) =>
    page.route('**/api/**', (route) =>
      route.fulfill({ status: 503, json: { error: 'maintenance', code: 'maintenance' } }),
    ),
  press(/^(Avanzar a|Go on to)/),
  (page) =>
    page
      .getByText(/^(Mantenimiento|Maintenance):/)
      .first()
      .waitFor(),
)

const FINISH = press(/^(¡Finalizar operación!|Finish operation!)$/)
/** @type {(name: RegExp) => Act} */
const tabNamed = (name) => (page) => page.getByRole('tab', { name }).click()
const KPIS = tabNamed(/^(Indicadores|KPIs)$/)
const LOGS = tabNamed(/^Logs$/)
const DETENTION = tabNamed(/^(Estadía|Detention)/)
const VISITS = then(DETENTION, press(/^(Ver las visitas|Show the visits): /), press(/^(Ver todas|Show all)$/))
const PLACES = tabNamed(/^(Lugares|Places)$/)
/** @type {Act} */
const suggestPlace = (page) =>
  page.route('**/api/supervisor/places/suggested', (route) =>
    route.fulfill({
      json: [{ center: { lat: 19.8, lng: -103.7 }, radiusMetres: 240, arrivals: 38, location: 'Sayula' }],
    }),
  )
/** @type {Act} */
const importWrongPlaces = async (page) => {
  const geometry = { type: 'Point', coordinates: [-103.2, 20.5] }
  const feature = { type: 'Feature', properties: { name: 'Patio', kind: 'yard', radius: 5 }, geometry }
  const buffer = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [feature, {}] }))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'lugares.geojson', mimeType: 'application/geo+json', buffer })
  await page.getByRole('alert').first().waitFor()
}
const OPERATORS = tabNamed(/^(Operadores|Operators)$/)
const REPORTS = then(KPIS, press(/^(Reportes guardados|Saved reports)/))
const WIDER_MAP = press(/^(Mapa a|Map on)/)
const CLOSE_WELCOME = press(/^(Comenzar a usar|Start using it)$/)

/** @param {string | null} who @param {string} path @param {Record<string, Act | null>} acts by the name of the picture @returns {Screen[]} */
const screens = (who, path, acts) => Object.entries(acts).map(([name, act]) => ({ name, who, path, act }))
/** @param {string | null} who @param {Record<string, string>} paths by the name of the picture @returns {Screen[]} */
const pages = (who, paths) =>
  Object.entries(paths).map(([name, path]) => ({ name, who, path, act: asOpened }))

/** @param {string} tracked @param {number} supervisor @returns {Screen[]} */
export const screensOf = (tracked, supervisor) => [
  ...screens(null, '/auth', {
    'auth-login': asOpened,
    'auth-login-empty': press(/^(Iniciar Sesión|Log in)$/),
    'auth-register': tab(1),
    'auth-register-empty': then(tab(1), press(/^(Registrarse|Sign up|Register)$/)),
  }),
  ...pages(null, {
    'auth-invitation-unknown': '/auth?invitation=nada',
    'recovery-request': '/forgot-password',
    'recovery-no-token': '/reset-password',
    'recovery-reset': '/reset-password?token=abcdef',
    'confirm-email': '/confirm-email?token=abcdef',
    terms: '/terms-conditions',
    'not-found': '/no-such-page',
    tracking: `/container/${tracked}`,
    'tracking-public': '/container/HLXU8123451',
    'tracking-finished': '/container/TEXU3070079',
    'tracking-unknown': '/container/MSKU0000000',
    'tracking-no-number': '/container',
    'console-login': '/admin',
  }),
  ...screens(null, `/container/${tracked}`, { 'tracking-history': tab(1) }),
  ...screens(null, '/admin', { 'console-login-empty': press(/^(Acceder al Sistema|Enter the System)$/) }),

  ...screens('tomas.arce', '/operator', {
    'operator-none': asOpened,
    'operator-none-empty': press(/^Start Operation$/),
  }),
  ...screens('alma.figueroa', '/operator', { 'operator-started': asOpened }),
  ...screens('javier.ramirez', '/operator', {
    'operator-road': asOpened,
    'operator-log': tab(1),
    'operator-stop-dialog': press(/^(Reportar Parada|Report a stop)$/),
  }),
  ...screens('jose.luis.ochoa', '/operator', {
    'operator-stopped': asOpened,
    'operator-continue-dialog': press(/^(Continuar Viaje|Go on with the trip)$/),
  }),
  ...screens('martin.villasenor', '/operator', { 'operator-park': asOpened }),
  ...screens('ernesto.leon', '/operator', {
    'operator-last': asOpened,
    'operator-closing': then(cutOff, FINISH),
  }),
  ...screens('guadalupe.nava', '/operator', {
    'operator-offline': pressOffline,
    'operator-logout-dialog': then(pressOffline, press(/^Logout$/)),
  }),
  ...screens('hector.michel', '/operator', { 'operator-maintenance': pressDuringMaintenance }),
  ...screens('rosa.zepeda', '/operator', { 'operator-failed': failed('**/api/containers/active') }),

  ...screens('desk', '/supervisor', {
    desk: asOpened,
    'desk-rows': press(/^(Filas|Rows)$/),
    'desk-detail': press(/^[A-Z]{4}\s?\d{6}/),
    'desk-nothing': search(/^(Buscar operación|Search operations)$/),
    'desk-map': press(/^(Mapa y demoras|Map and delays)/),
    'desk-links': press(/^(Enlaces|Links):/),
    'desk-map-half': WIDER_MAP,
    'desk-map-full': then(WIDER_MAP, WIDER_MAP),
    'desk-correct': press(/^(Corregir|Correct)/),
    'desk-links-overview': press(/^(Enlaces|Links)$/),
    'desk-failed': failed('**/api/supervisor/operations'),
    kpis: KPIS,
    'kpis-filters': then(KPIS, press(/^(Filtros avanzados|Advanced filters)/)),
    'kpis-behind': then(KPIS, press(/(Duración promedio|Average duration)/)),
    'kpis-active': then(KPIS, press(/(Operaciones activas|Active operations)/)),
    'kpis-visits': then(KPIS, press(/(Tiempo en el parque|Time in the park)/)),
    'kpis-table': then(KPIS, press(/^(Ver tabla|Show table)/)),
    'kpis-reports': REPORTS,
    'kpis-report': then(REPORTS, press(/^(Abrir|Open)/)),
    alerts: tabNamed(/^(Avisos|Alerts)/),
    'alerts-rules': then(tabNamed(/^(Avisos|Alerts)/), tabNamed(/^(Reglas|Rules)/)),
    detention: DETENTION,
    'detention-visits': VISITS,
    'detention-pack': then(VISITS, press(/^(Expediente|Evidence): /)),
    'detention-contract': then(
      DETENTION,
      press(/^(Nuevo acuerdo|New agreement)$/),
      press(/^(Añadir escalón|Add a step)$/),
      press(/^(Añadir pausa|Add a pause)$/),
    ),
    places: PLACES,
    'places-suggested': then(suggestPlace, PLACES),
    'places-new': then(PLACES, press(/^(Nuevo lugar|New place)$/), press(/^(Guardar|Save)$/)),
    'places-edit': then(PLACES, press(/^(Editar|Edit): Patio/)),
    'places-import': then(PLACES, importWrongPlaces),
    'places-retire': then(PLACES, press(/^(Retirar|Retire): Patio/)),
    'places-failed': then(failed('**/api/supervisor/places'), PLACES),
    logs: LOGS,
    'logs-filters': then(LOGS, press(/^(Filtros|Filters|Filtros avanzados|Advanced filters)$/)),
    'logs-nothing': then(LOGS, search(/^(Buscar|Search)$/)),
    'logs-export': then(LOGS, press(/^(Exportar|Export)/)),
    operators: OPERATORS,
    'operators-add': then(
      OPERATORS,
      press(/^(Agregar operador|Add operator)$/),
      press(/^(Crear operador|Create operator)$/),
    ),
    'operators-edit': then(OPERATORS, press(/^(Editar a|Edit) Javier/)),
    'operators-metrics': then(OPERATORS, press(/^(Métricas de|Metrics of) Tomás/)),
    'operators-remove': then(OPERATORS, press(/^(Eliminar a|Delete) Javier/)),
    'operators-nobody': then(OPERATORS, search(/^(Buscar operador|Look for an operator)$/)),
  }),
  ...screens('alone', '/supervisor', {
    'alone-premium': asOpened,
    alone: CLOSE_WELCOME,
    'alone-kpis': then(CLOSE_WELCOME, KPIS),
    'alone-reports': then(CLOSE_WELCOME, REPORTS),
    'alone-logs': then(CLOSE_WELCOME, LOGS),
    'alone-operators': then(CLOSE_WELCOME, OPERATORS),
    'alone-places': then(CLOSE_WELCOME, PLACES),
  }),
  ...screens('locked', '/supervisor', { locked: asOpened }),
  ...pages('desk', { account: '/account' }),
  ...pages('javier.ramirez', { 'operator-account': '/account' }),

  ...screens('admin', '/admin', {
    'console-users': asOpened,
    'console-create': press(/^(Nuevo Supervisor|New Supervisor)$/),
    'console-delete': press(/^(Eliminar a|Delete) /),
    'console-status': press(/^(Desactivar a|Deactivate) Laura/),
    'console-nobody': search(/^(Buscar usuarios|Look for users)$/),
  }),
  ...pages('admin', {
    'console-metrics-choose': '/admin?tab=metricas',
    'console-metrics': `/admin?tab=metricas&usuario=${supervisor}`,
    'console-metrics-operators': `/admin?tab=metricas&usuario=${supervisor}&vista=operadores`,
    'console-metrics-activity': `/admin?tab=metricas&usuario=${supervisor}&vista=actividad`,
    'console-settings': '/admin?tab=configuracion',
    'console-permissions': `/admin?tab=configuracion&usuario=${supervisor}`,
    'console-system': '/admin?tab=sistema',
  }),
]

/** Taken last, during maintenance. @type {Screen[]} */
export const MAINTENANCE = [
  ...pages(null, { maintenance: '/auth' }),
  ...pages('admin', { 'console-maintenance': '/admin?tab=sistema' }),
]
