import type { models as english } from "../english/models.js";
import type { Translation } from "../message.js";

/** Models and where they come from, in Spanish. */
export const models: Translation<typeof english> = {
  "models.title": "Modelo",
  "models.about":
    "Sin modelo, una pregunta se responde con los pasajes que mejor encajan con ella. Un modelo los lee, sigue buscando si hace falta y redacta una respuesta; cada frase se comprueba en sus documentos antes de darla por fundada.",
  "models.now": "Ahora",
  "models.none": "No hay ningún modelo cargado.",
  "models.answers": "Responde {name}.",
  "models.local": "Funciona en este dispositivo; no se envía nada.",
  "models.sends": "Sus preguntas, y texto de sus documentos, se envían a {address}.",
  "models.unload": "Quitar",
  "models.unloaded": "Se ha quitado el modelo.",
  "models.loading": "Cargando: {name}",
  "models.loading.said": "Cargando: {name}.",
  "models.ready.said": "{name} está listo.",
  "models.cancelled": "Cancelado.",
  "models.failed": "No se pudo cargar el modelo. Inténtelo de nuevo.",
  "models.progress.starting": "Empezando…",
  "models.progress.preparing": "Preparándolo…",
  "models.progress.checking": "Probándolo…",
  "models.progress.of": "{loaded} de {total}",
  "models.progress.left": "{loaded} · {left}",
  "models.progress.kept":
    "Lo descargado se conserva si se cancela o se cierra la página; la descarga sigue desde ahí. Los archivos incompletos se descargan de nuevo.",

  "models.device.title": "En este dispositivo",
  "models.device.looking": "Examinando qué puede ejecutar este dispositivo…",
  "models.device.list": "Modelos para este dispositivo",
  "models.device.all": {
    one: "Mostrar {count} modelo",
    other: "Mostrar los {count} modelos",
  },
  "models.obstacle.graphics":
    "Este navegador no ofrece ninguna tarjeta gráfica a las páginas web (WebGPU). Active la aceleración por hardware en su configuración, o use una versión actual de Chrome, Edge, Firefox o Safari.",
  "models.obstacle.software":
    "Este navegador calcula los gráficos en el procesador, que es demasiado lento para un modelo con WebGPU. Aquí es más rápido un modelo pequeño hecho para el procesador.",
  "models.obstacle.device":
    "Lo que este navegador ofrece en gráficos, memoria y almacenamiento no basta para los modelos que usan el chip gráfico. Use un modelo pequeño hecho para el procesador, u otro dispositivo.",
  "models.obstacle.list":
    "No se pudo cargar la lista de modelos. Compruebe la conexión e inténtelo de nuevo.",
  "models.offer.suits": "adecuado para este dispositivo",
  "models.offer.memory": "necesita unos {size} de memoria",
  "models.offer.graphics": "usa el chip gráfico",
  "models.offer.processor": "usa el procesador, despacio",
  "models.offer.license": "licencia {name}",
  "models.offer.tooLarge": "Demasiado grande para lo que ofrece este navegador.",
  "models.offer.partial":
    "{stored} de {total} están en este dispositivo; la descarga sigue desde ahí.",
  "models.offer.download": "Descargar",
  "models.offer.download.name": "Descargar {name}",
  "models.offer.load": "Cargar",
  "models.offer.load.name": "Cargar {name}",
  "models.offer.goOn": "Seguir",
  "models.offer.goOn.name": "Seguir descargando {name}",
  "models.offer.delete": "Eliminar de este dispositivo ({size})",
  "models.offer.needs": "{download} por descargar, necesita unos {memory} de memoria",
  "models.offer.needs.stored": "en este dispositivo ({stored}), necesita unos {memory} de memoria",
  "models.deleted": "{name} se ha eliminado de este dispositivo.",
  "models.agree": "Descargar",
  "models.agree.question":
    "¿Descargar {size} desde {folder}? El modelo se conserva en el almacenamiento de este navegador hasta que usted lo elimine.",
  "models.agree.rest":
    "{stored} de {size} están en este dispositivo. ¿Descargar lo que falta desde {folder}? El modelo se conserva en el almacenamiento de este navegador hasta que usted lo elimine.",
  "models.agree.download": "Descargar {size}",
  "models.agree.not": "Ahora no",
  "models.folder": "Carpeta de la que vienen los archivos",
  "models.folder.about":
    "Esta página no trae ningún modelo y solo puede descargar desde {hosts}: ponga allí los archivos de un modelo en una carpeta.",
  "models.folder.elsewhere":
    "Los modelos se descargan desde {host}. Esta página no trae ninguno y solo puede descargar desde {hosts}.",
  "models.folder.fault":
    "Las reglas de esta página solo le permiten descargar desde {hosts}. Indique una carpeta que esté allí, como ./models/.",
  "models.stored.total": "Los modelos ocupan {size} en este dispositivo.",
  "models.stored.none": "No hay ningún modelo guardado en este dispositivo.",
  "models.stored.list": "Modelos guardados en este dispositivo",
  "models.stored.others": "Otros modelos guardados en este dispositivo",
  "models.stored.delete": "Eliminar",
  "models.stored.delete.name": "Eliminar {name} de este dispositivo",

  "models.builtIn.title": "Integrado en este navegador",
  "models.builtIn.about":
    "El modelo propio del navegador. Funciona en este dispositivo; puede que el navegador tenga que descargarlo antes.",
  "models.builtIn.use": "Usar el modelo del navegador",
  "models.builtIn.name": "El modelo integrado en el navegador",

  "models.endpoint.title": "Un servidor propio",
  "models.endpoint.open": "Conectar con un servidor compatible con OpenAI",
  "models.endpoint.sends":
    "{warning} y van a la dirección de abajo. Use solo un servidor en el que confíe.",
  "models.endpoint.sends.warning":
    "Sus preguntas, y texto de sus documentos, salen entonces de esta página",
  "models.endpoint.rules":
    "Las reglas de esta página solo le permiten contactar con {hosts}, así que el servidor debe responder en la propia dirección de este sitio.",
  "models.endpoint.rules.more":
    "Las reglas de esta página solo le permiten contactar con {hosts}, así que el servidor debe responder allí.",
  "models.endpoint.address": "Dirección",
  "models.endpoint.model": "Modelo {note}",
  "models.endpoint.model.note": "(el primero del servidor, si no se indica)",
  "models.endpoint.key": "Clave {note}",
  "models.endpoint.key.note": "(si pide una; se conserva solo mientras esta página esté abierta)",
  "models.endpoint.advanced": "Avanzado",
  "models.endpoint.context": "Tokens que lee a la vez {note}",
  "models.endpoint.context.note": "(lo que diga el servidor; si no, {number})",
  "models.endpoint.context.about":
    "La longitud de contexto con la que el servidor ejecuta el modelo. Ollama no dice la suya, y descarta sin avisar lo que sea más largo: indique aquí su número, y nunca más.",
  "models.endpoint.connect": "Conectar y enviar texto allí",
  "models.endpoint.name": "Su servidor",
  "models.endpoint.fault.address": "Indique la dirección del servidor, como {example}.",
  "models.endpoint.fault.elsewhere":
    "Las reglas de esta página solo le permiten contactar con {hosts}. Haga que el servidor responda en la propia dirección de este sitio, o publique su propia copia de esta página con {host} en sus reglas.",
  "models.endpoint.fault.context":
    "Indique cuántos tokens lee el modelo a la vez, como número entero de {least} a {most}, o deje ese campo vacío.",
};
