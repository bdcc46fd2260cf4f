import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import * as admin from '#contract/http/console/admin'
import * as audit from '#contract/http/console/audit'
import * as mails from '#contract/http/console/mails'
import * as settings from '#contract/http/console/settings'
import * as alerts from '#contract/http/desk/alerts'
import * as corrections from '#contract/http/desk/corrections'
import * as detention from '#contract/http/desk/detention'
import * as evidence from '#contract/http/desk/evidence'
import * as history from '#contract/http/desk/history'
import * as kpis from '#contract/http/desk/kpis'
import * as reports from '#contract/http/desk/reports'
import * as turnTimes from '#contract/http/desk/turn-times'
import * as places from '#contract/http/driver/places'
import * as tripGuide from '#contract/http/driver/trip-guide'
import * as entitlements from '#contract/http/entitlements'
import * as errors from '#contract/http/errors'
import * as messages from '#contract/http/messages'
import * as operations from '#contract/http/operations'
import * as account from '#contract/http/people/account'
import * as accounts from '#contract/http/people/accounts'
import * as email from '#contract/http/people/email'
import * as operators from '#contract/http/people/operators'
import * as passkeys from '#contract/http/people/passkeys'
import * as recovery from '#contract/http/people/recovery'
import * as secondFactor from '#contract/http/people/second-factor'
import * as productConfig from '#contract/http/product-config'
import * as forecasts from '#contract/http/public/forecasts'
import * as links from '#contract/http/public/links'
import * as tracking from '#contract/http/public/tracking'
import * as stepPercentiles from '#contract/http/step-percentiles'
import * as live from '#contract/live/messages'

const MODULES = [
  ...[account, accounts, admin, alerts, audit, corrections, detention, email, entitlements],
  ...[errors, evidence, forecasts, history, kpis, links, mails, messages, operations, operators],
  ...[passkeys, places, productConfig, recovery, reports, secondFactor, settings],
  ...[stepPercentiles, tracking, tripGuide, turnTimes, live],
]

/** The schemas of the contract, named after their exports: `loginRequest` is `LoginRequest`, `errorBody` is `Error`. */
function namedSchemas() {
  const registry = z.registry<{ id: string }>()
  for (const [name, schema] of MODULES.flatMap((module) => Object.entries<unknown>(module))) {
    // A query is no component: its fields are parameters.
    if (!(schema instanceof z.ZodType) || name.endsWith('Query')) continue
    registry.add(schema, { id: (name.charAt(0).toUpperCase() + name.slice(1)).replace(/Body$/, '') })
  }
  return registry
}

const override: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod
  // An answer may get a field; Zod closes every object of an answer.
  if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties
  // A record with known keys is an object with those properties.
  if (def.type === 'record' && def.keyType._zod.values) {
    const { additionalProperties: value } = jsonSchema
    jsonSchema.properties = Object.fromEntries([...def.keyType._zod.values].map((key) => [key, value]))
    delete jsonSchema.propertyNames
    delete jsonSchema.additionalProperties
  }
}

const options = { schemaRegistry: namedSchemas(), zodToJsonConfig: { override } }

/** The schemas of a route, as references to those of `withSchemas`. */
export const jsonSchemas: ReturnType<typeof createJsonSchemaTransform> = createJsonSchemaTransform(options)

const allSchemas = createJsonSchemaTransformObject(options)

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g
const namesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(REFERENCE)].map(([, name = '']) => name)

type Schemas = Record<string, object>

export interface Operation {
  parameters?: object[]
  responses: Record<string, { description?: string; headers?: object }>
}
export interface OpenApiDocument {
  /** By path, then by method. */
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Schemas; responses?: object; parameters?: object }
}

/** Which schemas `value` needs, directly or through others. */
function neededBy(value: unknown, schemas: Schemas): Set<string> {
  const needed = new Set(namesIn(value))
  for (const name of needed) for (const other of namesIn(schemas[name])) needed.add(other)
  return needed
}

/** Names of the schemas that say another thing of a request (as `NameInput`) than of an answer. */
function differing(schemas: Schemas): Set<string> {
  const answers = Object.keys(schemas).filter((name) => `${name}Input` in schemas)
  const unmarked = (name: string) => JSON.stringify(schemas[`${name}Input`]).replaceAll('Input"', '"')
  const found = new Set(answers.filter((name) => JSON.stringify(schemas[name]) !== unmarked(name)))
  for (const other of found) {
    for (const name of answers) if (namesIn(schemas[name]).includes(other)) found.add(name)
  }
  return found
}

/**
 * The document with the schemas that it needs. The provider makes each twice, `Name` of answers and `NameInput` of
 * requests: here they are one, but where both are needed and differ.
 */
export function withSchemas(document: Parameters<typeof allSchemas>[0]): OpenApiDocument {
  const { components, ...rest } = allSchemas(document) as OpenApiDocument
  const { schemas } = components
  const needed = neededBy(rest, schemas)
  const different = differing(schemas)
  const nameOf = (name: string): string => {
    const plain = name.replace(/Input$/, '')
    return different.has(plain) && needed.has(plain) ? name : plain
  }
  const used = [...needed].sort().map((name) => [nameOf(name), schemas[name]])
  const whole = { ...rest, components: { ...components, schemas: Object.fromEntries(used) } }
  return JSON.parse(
    JSON.stringify(whole).replace(REFERENCE, (_, name) => `"#/components/schemas/${nameOf(name)}"`),
  )
}
