/* The Python side of kernels that are compiled ahead of time.

   An Entry is a callable that stands for one kernel. It compares its arguments with the argument
   types of the kernel's compiled functions, writes them as words of 64 bits, calls the first
   function that fits without the interpreter's lock, and returns the result. Where none fits, it
   calls its `fallback`, a Python object, with the same arguments: numba's kernel. Attributes that
   an Entry does not have itself are the fallback's too.

   A type is written as bytes: a scalar is its letter (as in numpy); an array is 'A', the letter of
   its items, its number of dimensions, its order ('C', 'F' or 'A') and 'w' if it is written to,
   else 'r'; a tuple is 'T', the number of the class plus one (0 for a plain tuple), the number of
   its items, and its items. table.h, which the build writes, lists all functions.

   As for numba, it does not matter whether the items of an array are aligned.

   An array that may be written to also fits a function that only reads, and a contiguous array one
   for any order. Everything else must match exactly, as numba would distinguish it. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <structmember.h>

#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#include <numpy/arrayobject.h>
#include <numpy/arrayscalars.h>

typedef int32_t (*compiled)(const int64_t *given, int64_t *returned);

typedef struct {
    const unsigned char *types;     /* of the arguments */
    const unsigned char *result;
    int count;                      /* of arguments */
    compiled functions[LEVELS];     /* one for each kind of processor */
} overload;

typedef struct {
    const char *name;               /* "module kernel" */
    int first, count;               /* its overloads */
} kernel;

#include "table.h"

/* --- memory of kernels, as numba's code expects it ------------------------------------------ */

#define HIDDEN __attribute__((visibility("hidden")))

typedef struct {
    size_t references;              /* counted by the kernels */
    void *finish, *finish_with;     /* numba's; not used here */
    void *data;
    size_t size;
    void (*end)(void *);            /* called with the data, if they lie apart */
    int is_apart;
} memory;

HIDDEN void *NRT_MemInfo_alloc_aligned(size_t size, unsigned align) {
    if (align < 16)
        align = 16;
    if (size > SIZE_MAX / 2)
        return NULL;
    memory *made = malloc(sizeof(memory) + align + size);
    if (made == NULL)
        return NULL;
    uintptr_t start = (uintptr_t)(made + 1) + align - 1;
    made->references = 1;
    made->finish = made->finish_with = NULL;
    made->data = (void *)(start - start % align);
    made->size = size;
    made->end = NULL;
    made->is_apart = 0;
    return made;
}

HIDDEN void *NRT_MemInfo_alloc(size_t size) { return NRT_MemInfo_alloc_aligned(size, 16); }

HIDDEN void *NRT_Allocate(size_t size) { return malloc(size); }

HIDDEN void NRT_Free(void *data) { free(data); }

HIDDEN void *NRT_MemInfo_new_varsize_dtor(size_t size, void (*end)(void *)) {
    memory *made = NRT_MemInfo_alloc(0);
    if (made == NULL || (made->data = malloc(size ? size : 1)) == NULL) {
        free(made);
        return NULL;
    }
    made->size = size;
    made->end = end;
    made->is_apart = 1;
    return made;
}

HIDDEN void NRT_MemInfo_call_dtor(memory *made) {
    if (made->end)
        made->end(made->data);
    if (made->is_apart)
        free(made->data);
    free(made);
}

static void release(memory *made) {
    if (made && __atomic_sub_fetch(&made->references, 1, __ATOMIC_ACQ_REL) == 0)
        NRT_MemInfo_call_dtor(made);
}

/* Find the strides with which an array's items, in C order, can be seen in another shape without
   being copied. Dimensions are taken from both shapes in groups of the same number of items; each
   group of the old ones must lie without gaps. Return 1, or 0 if there are no such strides. */
HIDDEN int numba_attempt_nocopy_reshape(intptr_t old_count, const intptr_t *old,
                                        const intptr_t *steps, intptr_t new_count,
                                        const intptr_t *new, intptr_t *strides, intptr_t item,
                                        int by_columns) {
    intptr_t from = 0, to = 0;
    if (by_columns)  /* no kernel of ours asks for it */
        return 0;
    while (from < old_count || to < new_count) {
        intptr_t first = from, begin = to, held = 1, wanted = 1, kept = -1;
        do {
            if (from < old_count && (held <= wanted || to == new_count))
                held *= old[from++];
            else if (to < new_count)
                wanted *= new[to++];
        } while (held != wanted && (from < old_count || to < new_count));
        while ((from < old_count && old[from] == 1))
            from++;
        while ((to < new_count && new[to] == 1))
            to++;
        if (held != wanted)
            return 0;
        for (intptr_t each = first; each < from; each++) {
            if (old[each] == 1)
                continue;
            if (kept >= 0 && steps[kept] != steps[each] * old[each])
                return 0;
            kept = each;
        }
        intptr_t stride = kept >= 0 ? steps[kept] : item;
        for (intptr_t each = to - 1; each >= begin; each--) {
            strides[each] = stride;
            stride *= new[each];
        }
    }
    return 1;
}

static void release_capsule(PyObject *capsule) {
    release(PyCapsule_GetPointer(capsule, NULL));
}

/* --- numpy, which is not imported before an array or a number of numpy's arrives ----------- */

static struct {
    PyTypeObject *array, *mapped;   /* ndarray, and memmap, which is one on a file */
    PyTypeObject *boolean;
    PyTypeObject *scalars[10];
} numpy;

static const char LETTERS[] = "bBhHiIqQfd";
static const char *NAMES[] = {"int8", "uint8", "int16", "uint16", "int32", "uint32",
                              "int64", "uint64", "float32", "float64"};

static int find_numpy(void) {
    if (numpy.array)
        return 0;
    if (_import_array() < 0)
        return -1;
    PyObject *module = PyImport_ImportModule("numpy");
    if (module == NULL)
        return -1;
    int failed = 0;
    for (int each = 0; each < 10; each++) {
        numpy.scalars[each] = (PyTypeObject *)PyObject_GetAttrString(module, NAMES[each]);
        failed |= numpy.scalars[each] == NULL;
    }
    numpy.boolean = (PyTypeObject *)PyObject_GetAttrString(module, "bool_");
    PyTypeObject *array = (PyTypeObject *)PyObject_GetAttrString(module, "ndarray");
    numpy.mapped = (PyTypeObject *)PyObject_GetAttrString(module, "memmap");
    Py_DECREF(module);
    if (failed || numpy.boolean == NULL || numpy.mapped == NULL || array == NULL)
        return -1;
    numpy.array = array;
    return 0;
}

/* The letter of numpy's number for a type of items, or 0. */
static char letter_of(int number) {
    switch (number) {
    case NPY_BOOL: return '?';
    case NPY_BYTE: return 'b';
    case NPY_UBYTE: return 'B';
    case NPY_SHORT: return 'h';
    case NPY_USHORT: return 'H';
    case NPY_INT: return 'i';
    case NPY_UINT: return 'I';
    case NPY_LONG: return sizeof(long) == 8 ? 'q' : 'i';
    case NPY_ULONG: return sizeof(long) == 8 ? 'Q' : 'I';
    case NPY_LONGLONG: return 'q';
    case NPY_ULONGLONG: return 'Q';
    case NPY_FLOAT: return 'f';
    case NPY_DOUBLE: return 'd';
    default: return 0;
    }
}

static int type_number(char letter) {
    switch (letter) {
    case '?': return NPY_BOOL;
    case 'b': return NPY_INT8;
    case 'B': return NPY_UINT8;
    case 'h': return NPY_INT16;
    case 'H': return NPY_UINT16;
    case 'i': return NPY_INT32;
    case 'I': return NPY_UINT32;
    case 'q': return NPY_INT64;
    case 'Q': return NPY_UINT64;
    case 'f': return NPY_FLOAT32;
    default: return NPY_FLOAT64;
    }
}

/* --- from Python to words ------------------------------------------------------------------- */

static PyObject *classes[CLASSES + 1];  /* of named tuples; each found when it is first needed */

/* The class of a named tuple; NULL if its module is not imported, so that no value has it. */
static PyObject *class_of(int number) {
    if (classes[number] == NULL) {
        const char *name = CLASS_NAMES[number], *colon = strchr(name, ':');
        PyObject *module_name = PyUnicode_FromStringAndSize(name, colon - name);
        PyObject *module = module_name ? PyImport_GetModule(module_name) : NULL;
        Py_XDECREF(module_name);
        if (module) {
            classes[number] = PyObject_GetAttrString(module, colon + 1);
            Py_DECREF(module);
        }
        if (classes[number] == NULL)
            PyErr_Clear();
    }
    return classes[number];
}

/* Each `fill` reads one type from *types, and moves on behind it; it writes the words of a value
   to *words, and moves on behind them. The result is 1, or 0 if the value is of another type. */

static int fill(const unsigned char **types, PyObject *value, int64_t **words);

static int fill_scalar(char letter, PyObject *value, int64_t **words) {
    PyTypeObject *type = Py_TYPE(value);
    int64_t word = 0;
    if (type == &PyLong_Type) {
        if (letter != 'q')
            return 0;
        int over;
        word = PyLong_AsLongLongAndOverflow(value, &over);
        if (over) {  /* numba takes every integer for an int64 */
            PyErr_SetString(PyExc_OverflowError, "int too big to convert");
            return 0;
        }
    } else if (type == &PyFloat_Type) {
        if (letter != 'd')
            return 0;
        double number = PyFloat_AS_DOUBLE(value);
        memcpy(&word, &number, 8);
    } else if (type == &PyBool_Type) {
        if (letter != '?')
            return 0;
        word = value == Py_True;
    } else if (value == Py_None) {
        return letter == 'n';  /* takes no words */
    } else {
        if (letter == 'n' || find_numpy() < 0)
            return 0;
        if (letter == '?') {
            if (type != numpy.boolean)
                return 0;
            word = ((PyBoolScalarObject *)value)->obval != 0;
        } else {
            if (type != numpy.scalars[strchr(LETTERS, letter) - LETTERS])
                return 0;
            switch (letter) {
            case 'b': word = ((PyByteScalarObject *)value)->obval; break;
            case 'B': word = ((PyUByteScalarObject *)value)->obval; break;
            case 'h': word = ((PyShortScalarObject *)value)->obval; break;
            case 'H': word = ((PyUShortScalarObject *)value)->obval; break;
            case 'i': word = ((PyIntScalarObject *)value)->obval; break;
            case 'I': word = ((PyUIntScalarObject *)value)->obval; break;
            case 'q': case 'Q': case 'd':  /* each lies in eight bytes behind the head */
                memcpy(&word, &((PyLongLongScalarObject *)value)->obval, 8);
                break;
            case 'f': {
                uint32_t bits;
                memcpy(&bits, &((PyFloatScalarObject *)value)->obval, 4);
                word = bits;
            }
            }
        }
    }
    *(*words)++ = word;
    return 1;
}

static int fill_array(const unsigned char *type, PyObject *value, int64_t **words) {
    if (find_numpy() < 0 || (Py_TYPE(value) != numpy.array && Py_TYPE(value) != numpy.mapped))
        return 0;
    PyArrayObject *array = (PyArrayObject *)value;
    int flags = PyArray_FLAGS(array), dimensions = PyArray_NDIM(array);
    if (letter_of(PyArray_TYPE(array)) != type[0] || dimensions != type[1] ||
        !PyArray_ISNOTSWAPPED(array) ||
        (type[2] == 'C' && !(flags & NPY_ARRAY_C_CONTIGUOUS)) ||
        (type[2] == 'F' && !(flags & NPY_ARRAY_F_CONTIGUOUS)) ||
        (type[3] == 'w' && !(flags & NPY_ARRAY_WRITEABLE)))
        return 0;
    int64_t *word = *words, count = 1;
    const npy_intp *shape = PyArray_DIMS(array), *strides = PyArray_STRIDES(array);
    word[0] = word[1] = 0;
    word[3] = PyArray_ITEMSIZE(array);
    word[4] = (int64_t)(intptr_t)PyArray_DATA(array);
    for (int each = 0; each < dimensions; each++) {
        count *= shape[each];
        word[5 + each] = shape[each];
        word[5 + dimensions + each] = strides[each];
    }
    word[2] = count;
    *words += 5 + 2 * dimensions;
    return 1;
}

static int fill_tuple(const unsigned char **types, PyObject *value, int64_t **words) {
    int made_by = *(*types)++, count = *(*types)++;
    PyObject *wanted = made_by ? class_of(made_by - 1) : (PyObject *)&PyTuple_Type;
    if (wanted == NULL || (PyObject *)Py_TYPE(value) != wanted || !PyTuple_Check(value) ||
        PyTuple_GET_SIZE(value) != count)
        return 0;
    for (int each = 0; each < count; each++)
        if (!fill(types, PyTuple_GET_ITEM(value, each), words))
            return 0;
    return 1;
}

static int fill(const unsigned char **types, PyObject *value, int64_t **words) {
    char letter = (char)*(*types)++;
    if (letter == 'T')
        return fill_tuple(types, value, words);
    if (letter == 'A') {
        const unsigned char *type = *types;
        *types += 4;
        return fill_array(type, value, words);
    }
    return fill_scalar(letter, value, words);
}

/* --- from words to Python ------------------------------------------------------------------- */

static PyObject *read_result(const unsigned char **type, const int64_t **words);

static PyObject *read_array(const unsigned char *type, const int64_t **words) {
    const int64_t *word = *words;
    int dimensions = type[1];
    npy_intp shape[NPY_MAXDIMS], strides[NPY_MAXDIMS];
    *words += 5 + 2 * dimensions;
    if (word[0] == 0) {  /* the build refuses kernels that return their arguments */
        PyErr_SetString(PyExc_SystemError, "a kernel has returned an array that it does not own");
        return NULL;
    }
    memory *owned = (memory *)(intptr_t)word[0];
    for (int each = 0; each < dimensions; each++) {
        shape[each] = word[5 + each];
        strides[each] = word[5 + dimensions + each];
    }
    if (find_numpy() < 0) {
        release(owned);
        return NULL;
    }
    PyObject *owner = PyCapsule_New(owned, NULL, release_capsule);
    if (owner == NULL) {
        release(owned);
        return NULL;
    }
    PyObject *array = PyArray_New(&PyArray_Type, dimensions, shape, type_number(type[0]), strides,
                                  (void *)(intptr_t)word[4], 0, NPY_ARRAY_WRITEABLE, NULL);
    if (array == NULL || PyArray_SetBaseObject((PyArrayObject *)array, owner) < 0) {
        if (array == NULL)
            Py_DECREF(owner);
        Py_XDECREF(array);
        return NULL;
    }
    PyArray_UpdateFlags((PyArrayObject *)array, NPY_ARRAY_UPDATE_ALL);
    return array;
}

static PyObject *read_tuple(const unsigned char **type, const int64_t **words) {
    int made_by = *(*type)++, count = *(*type)++;
    PyObject *items = PyTuple_New(count);
    for (int each = 0; items && each < count; each++) {
        PyObject *item = read_result(type, words);
        if (item == NULL)
            Py_CLEAR(items);
        else
            PyTuple_SET_ITEM(items, each, item);
    }
    if (items == NULL || !made_by)
        return items;
    PyObject *class = class_of(made_by - 1);
    PyObject *made = class ? PyObject_Call(class, items, NULL) : NULL;
    Py_DECREF(items);
    return made;
}

static PyObject *read_result(const unsigned char **type, const int64_t **words) {
    char letter = (char)*(*type)++;
    double number;
    switch (letter) {
    case 'n': Py_RETURN_NONE;
    case 'T': return read_tuple(type, words);
    case 'A': {
        const unsigned char *array = *type;
        *type += 4;
        return read_array(array, words);
    }
    case '?': return PyBool_FromLong(*(*words)++ != 0);
    case 'f': case 'd':  /* both come as float64 */
        memcpy(&number, (*words)++, 8);
        return PyFloat_FromDouble(number);
    case 'B': case 'H': case 'I': case 'Q':
        return PyLong_FromUnsignedLongLong((unsigned long long)*(*words)++);
    default: return PyLong_FromLongLong(*(*words)++);
    }
}

/* --- errors --------------------------------------------------------------------------------- */

typedef struct {
    const char *pickle;  /* of a class, its arguments and the place in the source */
    int32_t size;
    void *values, *unwrap;
    int32_t is_allocated;
} raised;

static PyObject *raise_from(int status, const int64_t *words) {
    if (status < 1) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_SystemError, "a kernel failed with status %d", status);
        return NULL;
    }
    raised *info = (raised *)(intptr_t)words[0];
    if (info->is_allocated > 0) {  /* its arguments are made from values of the kernel */
        PyObject *values = ((PyObject * (*)(void *)) info->unwrap)(info->values);
        if (values)
            PyErr_SetObject(PyExc_ValueError, values);
        Py_XDECREF(values);
        free(info);
        return NULL;
    }
    PyObject *pickle = PyImport_ImportModule("pickle");
    PyObject *held = pickle ? PyObject_CallMethod(pickle, "loads", "y#", info->pickle,
                                                  (Py_ssize_t)info->size) : NULL;
    PyObject *class, *arguments, *place;
    if (held && PyArg_ParseTuple(held, "OOO", &class, &arguments, &place)) {
        PyObject *error = PyTuple_Check(arguments) ? PyObject_CallObject(class, arguments)
                                                   : PyObject_CallNoArgs(class);
        if (error)
            PyErr_SetObject(class, error);
        Py_XDECREF(error);
    }
    Py_XDECREF(held);
    Py_XDECREF(pickle);
    return NULL;
}

/* --- entries -------------------------------------------------------------------------------- */

static int level = -1;  /* of the functions to call; -1 if this processor can run none */

typedef struct {
    PyObject_HEAD
    const kernel *kernel;
    PyObject *fallback;
    vectorcallfunc call;
} Entry;

static PyObject *entry_call(PyObject *self, PyObject *const *arguments, size_t given,
                            PyObject *names) {
    const kernel *called = ((Entry *)self)->kernel;
    Py_ssize_t count = PyVectorcall_NARGS(given);
    if (names == NULL || PyTuple_GET_SIZE(names) == 0) {
        for (int number = 0; number < called->count; number++) {
            const overload *chosen = &OVERLOADS[called->first + number];
            if (chosen->count != count)
                continue;
            int64_t words[MOST_WORDS], returned[MOST_RETURNED], *place = words;
            const unsigned char *types = chosen->types;
            Py_ssize_t each = 0;
            while (each < count && fill(&types, arguments[each], &place))
                each++;
            if (each < count) {
                if (PyErr_Occurred())
                    return NULL;
                continue;
            }
            int32_t status;
            compiled function = chosen->functions[level];
            if (place - words == count && count < 2)  /* one number: not worth letting go */
                status = function(words, returned);
            else {
                Py_BEGIN_ALLOW_THREADS
                status = function(words, returned);
                Py_END_ALLOW_THREADS
            }
            if (status != 0)
                return raise_from(status, returned);
            const int64_t *read = returned;
            const unsigned char *result = chosen->result;
            return read_result(&result, &read);
        }
    }
    return PyObject_Vectorcall(((Entry *)self)->fallback, arguments, given, names);
}

/* What a function knows of itself is the fallback's, not that of the type of entries. */
static PyObject *entry_get(PyObject *self, PyObject *name) {
    const char *asked = PyUnicode_AsUTF8(name);
    if (asked == NULL)
        return NULL;
    static const char *others[] = {"__module__", "__name__", "__qualname__", "__doc__",
                                   "__wrapped__", "__reduce__", "__reduce_ex__", NULL};
    for (int each = 0; others[each]; each++)
        if (strcmp(asked, others[each]) == 0)
            return PyObject_GetAttr(((Entry *)self)->fallback, name);
    PyObject *found = PyObject_GenericGetAttr(self, name);
    if (found || !PyErr_ExceptionMatches(PyExc_AttributeError))
        return found;
    PyErr_Clear();
    return PyObject_GetAttr(((Entry *)self)->fallback, name);
}

static PyObject *entry_text(PyObject *self) {
    return PyUnicode_FromFormat("<kernel %s, compiled ahead>", ((Entry *)self)->kernel->name);
}

static int entry_visit(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Entry *)self)->fallback);
    return 0;
}

static int entry_clear(PyObject *self) {
    Py_CLEAR(((Entry *)self)->fallback);
    return 0;
}

static void entry_free(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    entry_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef entry_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Entry, call), READONLY, NULL},
    {"fallback", T_OBJECT_EX, offsetof(Entry, fallback), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot entry_slots[] = {
    {Py_tp_dealloc, entry_free}, {Py_tp_traverse, entry_visit}, {Py_tp_clear, entry_clear},
    {Py_tp_call, PyVectorcall_Call}, {Py_tp_getattro, entry_get}, {Py_tp_repr, entry_text},
    {Py_tp_members, entry_members}, {0, NULL},
};

static PyType_Spec entry_spec = {
    .name = "handsight.kernels.built.Entry",
    .basicsize = sizeof(Entry),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
             Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = entry_slots,
};

static PyTypeObject *entry_type;

/* The kernel with a name, "module kernel"; NULL if there is none for this processor. */
static const kernel *find_kernel(const char *name) {
    int low = 0, high = level < 0 ? 0 : KERNELS;
    while (low < high) {
        int middle = (low + high) / 2, order = strcmp(KERNEL_LIST[middle].name, name);
        if (order == 0)
            return &KERNEL_LIST[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static PyObject *make_entry(PyObject *module, PyObject *arguments) {
    const char *name;
    PyObject *fallback;
    if (!PyArg_ParseTuple(arguments, "sO", &name, &fallback))
        return NULL;
    const kernel *found = find_kernel(name);
    if (found == NULL)
        Py_RETURN_NONE;
    Entry *entry = (Entry *)entry_type->tp_alloc(entry_type, 0);
    if (entry == NULL)
        return NULL;
    entry->kernel = found;
    entry->fallback = Py_NewRef(fallback);
    entry->call = entry_call;
    return (PyObject *)entry;
}

#include "single.h"

/* Call the code of a level from now on. */
static void choose_level(int wanted) {
    level = wanted;
    const kernel *found = find_kernel("handsight.kernels.ranking.evaluation strength_of_mask");
    for (int each = 0; found && each < found->count; each++) {
        const overload *held = &OVERLOADS[found->first + each];
        if (held->count == 1 && held->types[0] == 'q' && held->result[0] == 'q')
            strength_of_mask = held->functions[level];
    }
}

static PyObject *set_level(PyObject *module, PyObject *argument) {
    long wanted = PyLong_AsLong(argument);
    if (wanted == -1 && PyErr_Occurred())
        return NULL;
    if (wanted < 0 || wanted > best_level()) {
        PyErr_SetString(PyExc_ValueError, "this processor cannot run the code of that level");
        return NULL;
    }
    choose_level((int)wanted);
    Py_RETURN_NONE;
}

static PyObject *get_level(PyObject *module, PyObject *unused) {
    return PyLong_FromLong(level);
}

static PyMethodDef functions[] = {
    {"entry", make_entry, METH_VARARGS,
     "Return the Entry of a kernel, 'module kernel', with its fallback; None if there is none."},
    {"single", make_single, METH_VARARGS,
     "Return a faster evaluate_mask, or evaluate if the type of its results is given too."},
    {"level", get_level, METH_NOARGS, "Return the index in LEVELS of the code that runs, or -1."},
    {"set_level", set_level, METH_O, "Run the code of another level that the processor can run."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "built", "Kernels that were compiled ahead of time.", -1, functions,
    NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_built(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    entry_type = (PyTypeObject *)PyType_FromSpec(&entry_spec);
    single_type = (PyTypeObject *)PyType_FromSpec(&single_spec);
    name_of_mask = PyUnicode_InternFromString("_mask");
    name_of_strength = PyUnicode_InternFromString("strength");
    if (entry_type == NULL || single_type == NULL || name_of_mask == NULL ||
        name_of_strength == NULL || PyModule_AddObjectRef(module, "Entry", (PyObject *)entry_type) < 0 ||
        PyModule_AddStringConstant(module, "SOURCES", SOURCES) < 0 ||
        PyModule_AddStringConstant(module, "LEVELS", LEVEL_NAMES) < 0 ||
        PyModule_AddStringConstant(module, "MADE_BY", MADE_BY) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    choose_level(best_level());
    return module;
}
