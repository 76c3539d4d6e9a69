// A matrix to read beside the figure: the right result of a mistake, the resting sample of a batch.

/** A table of shown texts with its name, row and column labels. */
export function table(name, rows, rowLabels, columnLabels) {
  const element = document.createElement("table");
  element.className = "reading";
  const caption = element.createCaption();
  caption.textContent = name;
  const head = element.createTHead().insertRow();
  head.append(document.createElement("td"), ...columnLabels.map((text) => header(text, "col")));
  const body = element.createTBody();
  rows.forEach((texts, i) => {
    const row = body.insertRow();
    row.append(header(rowLabels[i], "row"));
    for (const text of texts) row.insertCell().textContent = text;
  });
  return element;
}

const header = (textContent, scope) => Object.assign(document.createElement("th"), { textContent, scope });

export const counted = (length) => Array.from({ length }, (_, position) => String(position + 1));
