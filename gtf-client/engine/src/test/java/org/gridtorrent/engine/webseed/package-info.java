@NullMarked
package org.gridtorrent.engine.webseed;

import org.jspecify.annotations.NullMarked;
