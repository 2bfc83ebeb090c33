/** What lies in folders of people's machines, as the machines say when they are asked. */
@NullMarked
package org.gridtorrent.catalog.folders;

import org.jspecify.annotations.NullMarked;
