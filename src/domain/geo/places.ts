/**
 * Places by which hauliers in Mexico say where they are: ports, border crossings, towns and parks of the freight
 * corridors. Not a gazetteer. Name, latitude and longitude of each.
 */
const REGIONS = [
  // The road from Manzanillo to El Salto.
  `Puerto de Manzanillo 19.07 -104.29, Campos 19.02 -104.32, Armería 18.937 -103.963,
   Tecomán 18.914 -103.877, Colima 19.243 -103.725, Atenquique 19.533 -103.5,
   Ciudad Guzmán 19.705 -103.462, Sayula 19.884 -103.597, Acatlán de Juárez 20.422 -103.59,
   Tlajomulco 20.474 -103.447, El Salto 20.52 -103.179`,
  // Ports of the Pacific, north to south.
  `Ensenada 31.87 -116.6, Guaymas 27.92 -110.9, La Paz 24.14 -110.31, Topolobampo 25.6 -109.05,
   Mazatlán 23.23 -106.41, Puerto Vallarta 20.65 -105.23, Manzanillo 19.05 -104.32,
   Lázaro Cárdenas 17.96 -102.19, Acapulco 16.86 -99.89, Salina Cruz 16.18 -95.2,
   Puerto Chiapas 14.71 -92.4`,
  // Ports of the Gulf and the Caribbean, north to south and east.
  `Puerto de Altamira 22.48 -97.88, Altamira 22.39 -97.94, Tampico 22.25 -97.87, Tuxpan 20.96 -97.4,
   Veracruz 19.19 -96.14, Coatzacoalcos 18.14 -94.45, Paraíso 18.4 -93.21,
   Ciudad del Carmen 18.64 -91.83, Campeche 19.84 -90.53, Progreso 21.28 -89.66,
   Puerto Morelos 20.85 -86.88`,
  // The northern border, west to east.
  `Tijuana 32.52 -117.02, Tecate 32.57 -116.63, Mexicali 32.63 -115.46,
   San Luis Río Colorado 32.46 -114.77, Nogales 31.31 -110.94, Agua Prieta 31.33 -109.55,
   Ciudad Juárez 31.71 -106.45, Ciudad Acuña 29.32 -100.94, Piedras Negras 28.7 -100.52,
   Puente Colombia 27.7 -99.75, Nuevo Laredo 27.48 -99.51, Reynosa 26.08 -98.28, Matamoros 25.87 -97.5`,
  // North.
  `Hermosillo 29.08 -110.96, Ciudad Obregón 27.49 -109.94, Los Mochis 25.79 -109.0,
   Culiacán 24.8 -107.39, Chihuahua 28.64 -106.08, Delicias 28.19 -105.47, Torreón 25.54 -103.43,
   Durango 24.02 -104.66, Monclova 26.91 -101.42, Saltillo 25.42 -101.0, Ramos Arizpe 25.54 -100.95,
   Santa Catarina 25.67 -100.46, Monterrey 25.67 -100.31, Apodaca 25.78 -100.19,
   Matehuala 23.65 -100.64, Ciudad Victoria 23.74 -99.14`,
  // West and Bajío.
  `Tepic 21.5 -104.89, Zapopan 20.72 -103.39, Guadalajara 20.67 -103.35, Ocotlán 20.35 -102.77,
   Tepatitlán 20.82 -102.76, Lagos de Moreno 21.36 -101.93, Zamora 19.98 -102.28,
   Uruapan 19.42 -102.06, Morelia 19.7 -101.19, Fresnillo 23.18 -102.87, Zacatecas 22.77 -102.58,
   Aguascalientes 21.88 -102.29, San Luis Potosí 22.15 -100.98, León 21.12 -101.68,
   Silao 20.94 -101.43, Irapuato 20.68 -101.35, Salamanca 20.57 -101.2, Celaya 20.52 -100.81,
   Querétaro 20.59 -100.39, San Juan del Río 20.39 -99.99`,
  // The valley of Mexico and its surroundings.
  `Tula 20.05 -99.34, Pachuca 20.12 -98.74, Tizayuca 19.84 -98.98, Huehuetoca 19.83 -99.2,
   Tepotzotlán 19.72 -99.22, Cuautitlán Izcalli 19.65 -99.24, Tultitlán 19.65 -99.17,
   Ecatepec 19.6 -99.05, Tlalnepantla 19.54 -99.19, Ciudad de México 19.43 -99.13, Lerma 19.28 -99.51,
   Toluca 19.29 -99.66, Cuernavaca 18.92 -99.23`,
  // East, south and the peninsula.
  `San Martín Texmelucan 19.28 -98.43, Puebla 19.04 -98.2, Poza Rica 20.53 -97.45, Xalapa 19.54 -96.92,
   Orizaba 18.85 -97.1, Córdoba 18.88 -96.93, Oaxaca 17.07 -96.73, Villahermosa 17.99 -92.93,
   Tuxtla Gutiérrez 16.75 -93.12, Tapachula 14.91 -92.26, Mérida 20.97 -89.62, Cancún 21.16 -86.85,
   Chetumal 18.5 -88.3`,
]

/** Name, latitude, longitude (WGS 84 degrees, about a kilometre exact). */
export const PLACES = Array.from(
  REGIONS.join().matchAll(/([^\s,][^,]*) ([\d.-]+) ([\d.-]+)/g),
  ([, name = '', lat, lng]) => [name, Number(lat), Number(lng)] as const,
)
