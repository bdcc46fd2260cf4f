import { describe, expect, it } from 'vitest'
import { httpError, NetworkError } from '../../../../lib/http.ts'
import { exportFailure, saveFailure } from './report.ts'

describe('a report that could not be saved or exported', () => {
  it('says so, with the reason that the server gives', () => {
    const refused = httpError(409, 'Conflict', '{"error":"conflict","message":"No se pudo."}')
    expect(saveFailure(refused)).toBe('Error al guardar el reporte: No se pudo.')
    expect(exportFailure(refused)).toBe('Error al exportar el reporte: No se pudo.')
    const away = new NetworkError('Sin conexión con el servidor')
    expect(saveFailure(away)).toBe('Error al guardar el reporte: Sin conexión con el servidor')
    expect(exportFailure(away)).toBe('Error al exportar el reporte: Sin conexión con el servidor')
  })

  it('says so alone when there is no reason in words', () => {
    const page = httpError(502, 'Bad Gateway', '<html><h1>502 Bad Gateway</h1></html>')
    expect(saveFailure(page)).toBe('Error al guardar el reporte')
    expect(exportFailure(page)).toBe('Error al exportar el reporte')
    expect(saveFailure(new Error('?'))).toBe('Error al guardar el reporte')
  })
})
