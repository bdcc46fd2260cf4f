import { isAbsolute, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, configFromProcess, readConfig, warningsOf } from './config.ts'

describe('the configuration', () => {
  it('has a default for everything', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      databaseReadUrls: [],
      sessionSecrets: [],
      publicOrigin: null,
      timezone: 'America/Mexico_City',
      defaultLanguage: 'es',
      logLevel: 'info',
      trustProxy: false,
      tileUrl: null,
    })
    expect(isAbsolute(config.dataDir)).toBe(true)
  })

  it('takes an empty variable for a missing one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', PUBLIC_URL: '' })).toMatchObject({
      port: 3000,
      databaseUrl: null,
    })
  })

  it('knows from systemd whether it is to be told, and how soon it loses patience', () => {
    const told = (env: Record<string, string>) => readConfig(env).serviceManager
    expect(told({ WATCHDOG_USEC: '60000000' })).toBeNull()
    expect(told({ NOTIFY_SOCKET: '/run/systemd/notify' })).toEqual({ watchdogMs: null })
    expect(told({ NOTIFY_SOCKET: '@notify', WATCHDOG_USEC: '60000000' })).toEqual({ watchdogMs: 60_000 })
  })

  it('keeps the origin of PUBLIC_URL alone', () => {
    expect(readConfig({ PUBLIC_URL: 'https://acarreo.example/app/' }).publicOrigin).toBe(
      'https://acarreo.example',
    )
  })

  it.each([
    ['https://{s}.tile.example/{z}/{x}/{y}.png', true],
    ['/tiles/{z}/{x}/{y}.png', true],
    ['https://tile.example/{z}/{x}.png', false],
    ['javascript:alert({z},{x},{y})', false],
    ["https://tile.example; script-src 'unsafe-inline'/{z}/{x}/{y}", false],
  ])('TILE_URL %s: %s', (url, good) => {
    if (good) expect(readConfig({ TILE_URL: url }).tileUrl).toBe(url)
    else expect(() => readConfig({ TILE_URL: url })).toThrow('TILE_URL')
  })

  it('takes tiles from a file or from a server, not from both', () => {
    expect(readConfig({ TILE_FILE: 'tiles/region.pmtiles' })).toMatchObject({
      tileUrl: null,
      tileFile: resolve('tiles/region.pmtiles'),
      tileAttribution: null,
    })
    const both = { TILE_URL: '/tiles/{z}/{x}/{y}.png', TILE_FILE: 'region.pmtiles' }
    expect(() => readConfig(both)).toThrow('Configuración: TILE_URL y TILE_FILE no van juntas')
  })

  it.each([
    ['', 3],
    ['0', 0],
    ['23', 23],
    ['off', null],
  ])('BACKUP_HOUR=%s is %s', (BACKUP_HOUR, hour) => {
    expect(readConfig({ BACKUP_HOUR }).backupHour).toBe(hour)
  })

  it.each(['24', '-1', '2.5', 'never'])('BACKUP_HOUR=%s is none', (BACKUP_HOUR) => {
    expect(() => readConfig({ BACKUP_HOUR })).toThrow('BACKUP_HOUR no es válida')
  })

  it('takes a folder or a bucket for the copies of backups', () => {
    const of = (BACKUP_TARGET: string) => readConfig({ BACKUP_TARGET }).backupTarget
    expect(of('')).toBeNull()
    expect(of('/mnt/share/acarreo/')).toEqual({ kind: 'folder', folder: '/mnt/share/acarreo' })
    expect(of('s3://a-bucket')).toEqual({ kind: 's3', bucket: 'a-bucket', prefix: '' })
    expect(of('s3://a-bucket//north/2/')).toEqual({ kind: 's3', bucket: 'a-bucket', prefix: 'north/2/' })
    for (const wrong of ['share', './share', 's3://', 's3://A_B', 'https://a-bucket', 'file:///mnt']) {
      expect(() => of(wrong)).toThrow('BACKUP_TARGET no es válida')
    }
    expect(readConfig({}).backupKeep).toEqual({ days: 7, weeks: 4, months: 12 })
    expect(readConfig({ BACKUP_KEEP: '30,0,0' }).backupKeep).toEqual({ days: 30, weeks: 0, months: 0 })
    for (const BACKUP_KEEP of ['7', '0,4,12', '7, 4, 12', '7,4,-1']) {
      expect(() => readConfig({ BACKUP_KEEP })).toThrow('BACKUP_KEEP no es válida')
    }
  })

  it('takes the usual variables of S3, both credentials or the role of the machine', () => {
    expect(readConfig({}).s3).toEqual({ endpoint: null, region: 'us-east-1', credentials: null })
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
    expect(readConfig({ AWS_DEFAULT_REGION: 'a', AWS_REGION: 'b', ...keys }).s3).toEqual({
      endpoint: null,
      region: 'b',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    })
    expect(() => readConfig({ AWS_ACCESS_KEY_ID: 'id' })).toThrow('falta una de las dos')
  })

  it('takes one secret or several, the new one first', () => {
    const [old, fresh] = ['o'.repeat(32), 'una frase con espacios y sin comas']
    expect(readConfig({ SESSION_SECRET: old }).sessionSecrets).toEqual([old])
    expect(readConfig({ SESSION_SECRET: `${fresh}, ${old}` }).sessionSecrets).toEqual([fresh, old])
    expect(readConfig({ RECORD_KEY: '', BACKUP_KEY: '' })).toMatchObject({ recordKeys: [], backupKeys: [] })
    const key = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`
    expect(readConfig({ BACKUP_KEY: `${key},${key}` }).backupKeys).toHaveLength(2)
    for (const half of [`${old},`, `${old},short`]) {
      expect(() => readConfig({ SESSION_SECRET: half })).toThrow('SESSION_SECRET no es válida (al menos 32')
    }
  })

  it('takes one replica or several', () => {
    const DATABASE_URL = 'postgres://primary/acarreo'
    const urlsOf = (DATABASE_READ_URL: string) =>
      readConfig({ DATABASE_URL, DATABASE_READ_URL }).databaseReadUrls
    expect(urlsOf('')).toEqual([])
    expect(urlsOf('postgres://a/acarreo')).toEqual(['postgres://a/acarreo'])
    expect(urlsOf('postgres://a/acarreo, postgresql://b:5433/acarreo\npostgres://c/acarreo')).toHaveLength(3)
    expect(() => urlsOf('postgres://a/acarreo https://b')).toThrow('DATABASE_READ_URL no es válida')
    expect(() => readConfig({ DATABASE_READ_URL: 'postgres://a/acarreo' })).toThrow(
      'DATABASE_READ_URL necesita DATABASE_URL',
    )
  })

  it('trusts so many proxies, a list of them, or all', () => {
    const hops = readConfig({ TRUST_PROXY: '1' }).trustProxy as (address: string, hop: number) => boolean
    expect([hops('10.0.0.1', 0), hops('10.0.0.2', 1)]).toEqual([true, false])
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8' }).trustProxy).toBe('10.0.0.0/8')
    expect(readConfig({ TRUST_PROXY: 'true' }).trustProxy).toBe(true)
  })

  it.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['PROCESSES', '0'],
    ['PROCESSES', 'two'],
    ['PROCESSES', '1.5'],
    ['DATABASE_URL', 'mysql://localhost/acarreo'],
    ['PUBLIC_URL', 'acarreo.example'],
    ['SESSION_SECRET', 'short'],
    ['APP_TIMEZONE', 'Mexico/Nowhere'],
    ['DEFAULT_LANGUAGE', 'fr'],
    ['LOG_LEVEL', 'loud'],
    ['SUPPORT_EMAIL', 'nobody'],
  ])('stops at a wrong %s with one line that names it and not its value', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^Configuración: ${name} [^\\n]+$`))
    if (name === 'SESSION_SECRET') expect(read).not.toThrow(/short/)
  })

  it('takes the number of processes from the command line before the variable', () => {
    process.env.PROCESSES = '2'
    try {
      expect(configFromProcess().processes).toBe(2)
      expect(configFromProcess(['--processes', '3']).processes).toBe(3)
      expect(() => configFromProcess(['--processes', 'x'])).toThrow(/^Configuración: PROCESSES [^\n]+$/)
      expect(() => configFromProcess(['--proceses', '3'])).toThrow(/^Configuración: [^\n]*--processes N\.$/)
    } finally {
      delete process.env.PROCESSES
    }
  })
})

describe('what is probably not meant', () => {
  it.each<[Record<string, string>, RegExp[]]>([
    [{}, []],
    [{ PUBLIC_URL: 'https://acarreo.example', TRUST_PROXY: '1', HOST: '0.0.0.0' }, []],
    [{ TRUST_PROXY: 'true', PUBLIC_URL: 'https://acarreo.example' }, [/^TRUST_PROXY=true: .*TRUST_PROXY=1/]],
    [{ PUBLIC_URL: 'https://acarreo.example' }, [/^Sin TRUST_PROXY: .*TRUST_PROXY=1/]],
    [{ PUBLIC_URL: 'http://acarreo.example' }, []],
    [{ SMTP_URL: 'smtp://mail.example' }, [/^Sin PUBLIC_URL/]],
    [{ HOST: '0.0.0.0' }, [/^Sin PUBLIC_URL/]],
    [{ TRUST_PROXY: 'true' }, [/^Sin PUBLIC_URL/, /^TRUST_PROXY=true/]],
  ])('%j has its lines at the start', (env, lines) => {
    expect(warningsOf(readConfig(env))).toEqual(lines.map((line) => expect.stringMatching(line)))
  })
})
