@NullMarked
package org.gridtorrent.engine.metadata;

import org.jspecify.annotations.NullMarked;
