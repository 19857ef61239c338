import type { errors as english } from "../english/errors.js";
import type { Translation } from "../message.js";

/** What went wrong, by the code of the error (`ErrorCode`), in Spanish. */
export const errors: Translation<typeof english> = {
  "errors.unknown": "No ha funcionado. Inténtelo de nuevo.",
  "errors.unsupported-format": "Este tipo de archivo todavía no se admite.",
  "errors.format-mismatch": "El nombre del archivo anuncia un contenido distinto del que tiene.",
  "errors.empty-file": "El archivo está vacío.",
  "errors.damaged-file": "El archivo está dañado y no se puede abrir.",
  "errors.too-large":
    "El archivo tiene más texto del que un navegador puede manejar a la vez. Divídalo en archivos más pequeños.",
  "errors.password-required": "El archivo está protegido y necesita su contraseña.",
  "errors.nothing-to-read": "No contiene nada que se pueda leer.",
  "errors.not-found": "Ya no está aquí.",
  "errors.invalid-argument": "Eso no se puede usar aquí.",
  "errors.timed-out": "Tardaba demasiado y se abandonó.",
  "errors.permission-required":
    "El archivo sigue en su disco, y el navegador tiene que pedir permiso antes de volver a leerlo.",
  "errors.page-stopped":
    "La página se detuvo dos veces mientras se procesaba este archivo; quizá necesita más memoria de la que hay. Inténtelo de nuevo o retírelo.",
  "errors.storage-full":
    "El almacenamiento del navegador está lleno. Elimine documentos que no necesite e inténtelo de nuevo.",
  "errors.storage-failed": "El almacenamiento del navegador no ha funcionado. Recargue la página.",
  "errors.unsupported-browser":
    "A este navegador le falta algo que aquí se necesita. Servirá uno más reciente.",
  "errors.assets-missing":
    "No se encontró un archivo que necesitan los PDF en japonés, chino y algunos otros idiomas. En cuanto esté, se leerán de nuevo.",
  "errors.worker-failed": "Una parte de esta página ha dejado de funcionar. Recárguela.",
  "errors.closed": "Se cerró antes de terminar.",
  "errors.outdated":
    "En otra pestaña está abierta una versión más reciente de esta página. Recargue esta.",
  "errors.no-documents": "No hay ningún documento al que preguntar. Añada uno primero.",
  "errors.unknown-model": "No se conoce ningún modelo con este nombre.",
  "errors.no-webgpu":
    "Este navegador no puede usar el chip gráfico de la forma que los modelos necesitan.",
  "errors.not-enough-memory": "El modelo no cabe en la memoria de este dispositivo.",
  "errors.download-failed":
    "No se pudo descargar un archivo. Compruebe la conexión e inténtelo de nuevo; seguirá donde se detuvo.",
  "errors.device-lost":
    "El chip gráfico ha dejado de responder. Con la próxima pregunta se volverá a cargar el modelo.",
  "errors.context-exceeded": "La pregunta es demasiado larga para este modelo.",
  "errors.endpoint-failed": "El servidor al que se envió la pregunta no respondió como debería.",
  "errors.model-failed": "El modelo ha fallado. Vuelva a cargarlo o elija otro.",
  "errors.invalid-data":
    "Las preguntas de prueba contienen un error. Corríjalo e inténtelo de nuevo.",
  "errors.internal": "Algo ha fallado dentro de esta página. Recárguela.",
};
