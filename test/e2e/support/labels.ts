/**
 * What the specification quotes, letter by letter: where, then the labels. A text must be the whole of what an element shows
 * or is called; a pattern stands for one with gaps. Left out are sentences of failures that take a broken network or a
 * fallback of a fallback: the journeys of those failures show them, and language has no part in them.
 */
export const LABELS: readonly (readonly [string, readonly (string | RegExp)[]])[] = [
  ['1, 2 any other path; 2, 8', ['Page Not Found']],
  [
    '1, 2 auth screen',
    [
      ...['Iniciar Sesión', 'Registrarse', '¿Olvidaste tu contraseña?', 'Error al iniciar sesión'],
      ...['Cuenta Desactivada', 'Si cree que esto es un error, contacte con el administrador.', 'Entendido'],
      ...['Nombre de usuario ya existente', 'Por favor, intente con otro nombre de usuario'],
      'Error al registrarse',
    ],
  ],
  [
    '1, 2 operator dashboard',
    [
      ...['Sistema de Gestión de Transporte - Operador', 'Online', 'Logout', 'Finalizando operación...'],
      ...['No se encontró ninguna operación activa', 'Por favor inicie una nueva operación'],
    ],
  ],
  [
    '1, 2 start form',
    ['Container Information', 'Cargar (Load)', 'Descargar (Unload)', 'Start Operation', 'Starting...'],
  ],
  [
    '1, 2 workflow',
    [
      ...['Flujo de Operación', 'Registro de Eventos', 'Proceso de carga', 'Proceso de descarga'],
      ...['Tiempo en este estado', 'Avanzar a En ruta al parque', '¡Finalizar operación!', 'Procesando...'],
      ...['Reportar Parada', 'Continuar Viaje', 'Reportar una Parada', 'Baño', 'Gasolina', 'Descanso'],
      ...['Cancelar', 'Confirmar Parada', 'Parada: Combustible', '¡Operación Completada!'],
    ],
  ],
  [
    '1, 2 log tables',
    [
      ...['Date/Time', 'Operador', 'Contenedor', 'Event', 'Duration', 'Location'],
      ...['No hay registros de eventos disponibles.', 'Error al cargar los registros de eventos.'],
    ],
  ],
  [
    '1, 4 workflow and stops',
    [
      ...['Paso completado', 'Viaje continuado', 'Has continuado tu viaje exitosamente', 'Parada registrada'],
      ...['Iniciando viaje', 'Viajando al parque', 'Esperando acceso', 'Estacionando vehículo'],
      ...['Realizando carga', 'Saliendo del parque', 'Finalizando operación', 'Retomando viaje'],
    ],
  ],
  [
    '1, 5 validation',
    [
      ...['Username is required', 'Password is required', 'Please confirm your password'],
      ...['Las contraseñas no coinciden', 'You must accept the terms and conditions'],
      'El correo electrónico es obligatorio para recuperar su contraseña',
      'Por favor ingrese un correo electrónico válido',
      'Por favor ingrese un número de teléfono válido',
      ...['Container ID is required', 'Container ID must be in format AAAA1234567'],
    ],
  ],
  [
    '1, 8 authentication',
    [
      ...['Credenciales inválidas', 'Login failed', 'Registration failed', 'Error al registrar usuario'],
      ...[/^Error al cerrar sesión/, 'Logout failed'],
      ...['Login successful', 'Registration successful', 'Logged out', 'El nombre de usuario ya existe'],
    ],
  ],
  [
    '1, 8 operator workflow',
    [
      ...['Error', 'No se pudo avanzar al siguiente paso. Por favor, inténtelo de nuevo.'],
      'Hubo un problema al finalizar la operación. Por favor, inténtelo de nuevo.',
      'No se pudo registrar la parada. Por favor, inténtelo de nuevo.',
      'No se pudo continuar el viaje. Por favor, inténtelo de nuevo.',
      'Operación iniciada',
      /^La operación del contenedor se ha iniciado correctamente/,
    ],
  ],
  [
    '2, 2 supervisor dashboard',
    [
      ...[
        'Sistema de Gestión de Transporte - Supervisor',
        'Premium',
        /^Actualizado: Just now/,
        'Refrescar Todo',
      ],
      ...[/^Habilitar ./, 'Función premium no disponible', 'Operaciones de Transporte Activas'],
      ...[
        'Indicadores de Rendimiento',
        'Mis Logs de Operación',
        'Gestión de Mis Operadores',
        'Comenzar a usar',
      ],
    ],
  ],
  [
    '2, 2 active operations',
    ['No hay operaciones activas', 'Ver completo', 'Compartir', 'Copiado', 'No se pudo copiar el enlace'],
  ],
  ['2, 2 KPI screen', ['Guardar', 'Exportar CSV']],
  ['2, 2 event history', [/^Mostrando \d+ de \d+ eventos$/]],
  ['2, 2 operator management', ['Información', 'Contraseña', '(¡Límite alcanzado!)']],
  [
    '2, 2 administrator login',
    ['Consola Administrativa', 'Clave de Administrador', 'Acceder al Sistema', 'Verificando...'],
  ],
  [
    '2, 2 administrator console',
    [
      ...['Administración', 'Usuarios', 'Métricas', 'Configuración', 'Sistema', /^Usuario #\d+$/],
      ...['Nuevo Supervisor', 'ID', 'Usuario', 'Nombre', 'Estado', 'Operadores', 'Activo', 'Inactivo'],
      ...['Activar', 'Desactivar', 'Permisos', 'Eliminar'],
      ...['No se encontraron supervisores.', 'No se encontraron operadores.'],
      ...['Resumen', 'Actividad', 'Sin datos', 'Volver', 'Próximamente', 'Eliminar Operador'],
    ],
  ],
  [
    '2, 2 tracking page',
    [
      ...['Seguimiento de Contenedor', 'Estado Actual', 'Historial', 'En Progreso', 'Completado'],
      ...['Ver en mapa completo', 'Volver al Inicio'],
    ],
  ],
  ['2, 2 password recovery', ['Solicitar', 'Restablecer']],
  [
    '2, 4 steps of the tracking page',
    [
      ...[
        'Iniciar viaje',
        'En ruta al parque',
        'Llegada al parque',
        'Acceso otorgado',
        'Vehículo estacionado',
      ],
      ...['Salida del parque', 'Finalizar operación'],
    ],
  ],
  [
    '2, 5 validation',
    [
      'El nombre de usuario debe tener al menos 3 caracteres',
      'El nombre completo es obligatorio',
      'La contraseña debe tener al menos 6 caracteres',
      /^Has alcanzado el límite de \d+ operadores\. No puedes crear más\.$/,
      'Debe proporcionar al menos un nombre de usuario o correo electrónico',
      'La contraseña debe tener al menos 8 caracteres',
    ],
  ],
  ['2, 7 recovery', [/^Si existe una cuenta con esos datos/]],
  [
    '2, 8 supervisor dashboard',
    [
      ...['Error al cargar los datos', 'No se pudieron actualizar los datos', 'Error al crear el operador'],
      ...[
        'Error al actualizar el operador',
        'Error al actualizar la contraseña',
        'Error al eliminar el operador',
      ],
      ...['Datos actualizados', 'Enlace copiado', 'Operador creado', 'Operador actualizado'],
      ...['Contraseña actualizada', 'Operador eliminado', 'Lista actualizada', 'Logs actualizados'],
      ...['Exportación exitosa', 'No hay operadores registrados', 'No hay resultados para la búsqueda'],
      ...['No hay datos disponibles para este operador', 'Error al cargar operadores'],
    ],
  ],
  [
    '2, 8 reports',
    [
      ...['Error al guardar el reporte', 'Error al exportar el reporte', 'Reporte guardado exitosamente'],
      ...[/^Error al guardar el reporte: ./, /^Error al exportar el reporte: ./],
    ],
  ],
  [
    '2, 8 administrator',
    [
      ...['Error de conexión', 'Error de red: No se pudo conectar con el servidor'],
      ...['No se pudo actualizar el estado', 'No se pudo actualizar la configuración'],
      ...['No se pudieron actualizar los permisos', 'No se pudieron actualizar las funciones premium'],
      'No se pudo crear el supervisor. Verifique los datos e intente nuevamente.',
      'No se pudo eliminar al supervisor. Intente nuevamente.',
      ...['Error de respaldo', 'Error de carga', 'Error de verificación'],
      ...['No se pudieron cargar los usuarios', 'No se pudieron cargar los datos'],
      ...['No se pudo cargar la configuración', 'No se pudieron cargar los permisos'],
      'No se pudieron cargar las métricas del supervisor',
    ],
  ],
  [
    '2, 8 tracking page',
    ['No se proporcionó ID de contenedor', 'No se encontró información para este contenedor'],
  ],
  [
    '2, 8 recovery',
    [
      'Hubo un problema al procesar tu solicitud.',
      'Hubo un problema al restablecer tu contraseña.',
      'El token no es válido o ha expirado. Solicita uno nuevo.',
    ],
  ],
]
