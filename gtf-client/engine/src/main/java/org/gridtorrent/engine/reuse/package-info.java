/** What a content has in common with others that lie on this machine, and need not be fetched. */
@NullMarked
package org.gridtorrent.engine.reuse;

import org.jspecify.annotations.NullMarked;
