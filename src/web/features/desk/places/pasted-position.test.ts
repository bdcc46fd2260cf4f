import { describe, expect, it } from 'vitest'
import { isShortLink, positionIn } from './pasted-position.ts'

const GATE = { lat: 20.52, lng: -103.18 }

describe('a pasted position', () => {
  it.each([
    `20°31'12.0"N 103°10'48.0"W`,
    '20°31.2′ N, 103°10.8′ O',
    '20.52°N 103.18°W',
    'geo:20.52,-103.18?z=17',
    'https://www.google.com/maps?q=20.52,-103.18',
    'https://www.google.com/maps/search/?api=1&query=20.52%2C-103.18',
    'https://www.google.com/maps/@20.52,-103.18,17z',
    'https://www.google.com/maps/search/20.52,+-103.18?entry=tts',
    'https://www.google.com.mx/maps/place/El+Salto/@20.6,-103.2,12z/data=!3m1!4b1!4m6!8m2!3d20.52!4d-103.18',
    'https://maps.apple.com/?ll=20.52,-103.18&q=Puerta',
    'https://waze.com/ul?ll=20.52%2C-103.18&navigate=yes',
    'https://www.openstreetmap.org/?mlat=20.52&mlon=-103.18#map=12/20.6/-103.2',
    'https://www.openstreetmap.org/#map=17/20.52/-103.18',
    'https://www.bing.com/maps?cp=20.52~-103.18&lvl=16',
    'https://wego.here.com/?map=20.52,-103.18,15,normal',
  ])('is read: %s', (text) => {
    const { lat, lng } = positionIn(text) ?? { lat: 0, lng: 0 }
    expect(lat).toBeCloseTo(GATE.lat, 9)
    expect(lng).toBeCloseTo(GATE.lng, 9)
  })

  it.each([
    'https://www.google.com/maps/place/El+Salto',
    'https://www.google.com/maps/@91.2,-103.18,17z',
    'https://example.com/%E0%A4%A?q=Puerta',
    'El Salto',
    `95°31'12.0"N 103°10'48.0"W`,
    '20.52 N',
  ])('is none: %s', (text) => {
    expect(positionIn(text)).toBeNull()
  })

  it('names the links that carry no position', () => {
    expect(isShortLink('https://maps.app.goo.gl/abc123')).toBe(true)
    expect(isShortLink('https://www.google.com/maps/@20.52,-103.18,17z')).toBe(false)
  })
})
