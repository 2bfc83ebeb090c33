'use strict';
const place = document.getElementById('drop');
const list = document.getElementById('uploads');
let queue = Promise.resolve();
let failed = false;

function send(path, file, item) {
  return new Promise(done => {
    const request = new XMLHttpRequest();
    const end = (isSaved, said) => {
      failed = failed || !isSaved;
      item.textContent = path + ': ' + said;
      item.className = isSaved ? '' : 'failed';
      done();
    };
    request.open('POST', location.pathname + path.split('/').map(encodeURIComponent).join('/'));
    request.upload.onprogress = sent => {
      item.textContent = path + ': ' + Math.floor(100 * sent.loaded / sent.total) + ' %';
    };
    request.onload = () => end(request.status === 201,
      request.status === 403 ? place.dataset.closed : request.responseText);
    request.onerror = () => end(false, place.dataset.broken);
    request.send(file);
  });
}

function add(path, file) {
  const item = document.createElement('li');
  item.textContent = path + ': ' + place.dataset.waiting;
  list.append(item);
  queue = queue.then(() => send(path, file, item));
}

async function addEntry(entry, folder) {
  const path = folder + entry.name;
  if (entry.isFile) {
    add(path, await new Promise((found, missing) => entry.file(found, missing)));
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((found, missing) => reader.readEntries(found, missing));
    if (some.length === 0) {
      return;
    }
    for (const child of some) {
      await addEntry(child, path + '/');
    }
  }
}

function whenSaved() {
  queue = queue.then(() => {
    if (!failed) {
      location.reload();
    }
  });
}

document.addEventListener('dragover', event => {
  event.preventDefault();
  place.classList.add('over');
});
document.addEventListener('dragleave', () => place.classList.remove('over'));
document.addEventListener('drop', async event => {
  event.preventDefault();
  place.classList.remove('over');
  const dropped = Array.from(event.dataTransfer.items).filter(item => item.kind === 'file')
    .map(item => ({entry: item.webkitGetAsEntry(), file: item.getAsFile()}));
  for (const each of dropped) {
    if (each.entry) {
      await addEntry(each.entry, '');
    } else {
      add(each.file.name, each.file);
    }
  }
  whenSaved();
});
document.querySelector('input').addEventListener('change', event => {
  for (const file of event.target.files) {
    add(file.name, file);
  }
  whenSaved();
});
