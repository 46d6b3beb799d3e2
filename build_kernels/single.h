/* Calls for one hand, which take less time than Python needs for one call of its own.

   A Single stands for a function in Python, of which it answers the usual questions: the strength
   of a mask, or the evaluation of cards in text or as numbers. It leaves everything else, above all
   what is wrong, to that function. */

typedef struct {
    PyObject_HEAD
    PyObject *fallback;
    PyTypeObject *result;           /* Evaluation; NULL for the strength of a mask */
    vectorcallfunc call;
} Single;

static compiled strength_of_mask;   /* the kernel, for this processor */
static PyObject *name_of_mask, *name_of_strength;

static int64_t strength_of(int64_t mask) {
    int64_t strength;
    return strength_of_mask(&mask, &strength) == 0 ? strength : -1;
}

static PyObject *mask_call(PyObject *self, PyObject *const *arguments, size_t given,
                           PyObject *names) {
    if (names == NULL && PyVectorcall_NARGS(given) == 1 && PyLong_CheckExact(arguments[0])) {
        int over;
        long long mask = PyLong_AsLongLongAndOverflow(arguments[0], &over);
        int64_t strength = over ? -1 : strength_of(mask);
        if (strength >= 0)
            return PyLong_FromLongLong(strength);
    }
    return PyObject_Vectorcall(((Single *)self)->fallback, arguments, given, names);
}

/* The bit of a card in two characters, such as "Ah"; 0 if it is none. */
static int64_t bit_of_text(const char *text) {
    static const char RANKS[] = "23456789TJQKA", SUITS[] = "cdhs";
    const char *rank = text[0] ? strchr(RANKS, text[0]) : NULL;
    const char *suit = rank && text[1] ? strchr(SUITS, text[1]) : NULL;
    return suit ? (int64_t)1 << (16 * (suit - SUITS) + (rank - RANKS)) : 0;
}

static int add_text(PyObject *text, int64_t *mask, int *count) {
    if (!PyUnicode_IS_COMPACT_ASCII(text))
        return 0;
    const char *place = (const char *)PyUnicode_1BYTE_DATA(text);
    const char *end = place + PyUnicode_GET_LENGTH(text);
    while (place < end) {
        if (*place == ' ') {
            place++;
            continue;
        }
        int64_t bit = bit_of_text(place);  /* the text ends with a zero */
        if (bit == 0)
            return 0;
        *mask |= bit;
        ++*count;
        place += 2;
    }
    return 1;
}

static int add_number(PyObject *number, int64_t *mask, int *count) {
    long card = PyLong_AsLong(number);
    if (card < 0 || card > 51) {
        if (card == -1 && PyErr_Occurred())
            PyErr_Clear();
        return 0;
    }
    *mask |= (int64_t)1 << (16 * (card & 3) + (card >> 2));
    ++*count;
    return 1;
}

/* Add the cards of a text, or of a list or tuple of numbers or of texts of one card. */
static int add_group(PyObject *group, int64_t *mask, int *count) {
    if (PyUnicode_CheckExact(group))
        return add_text(group, mask, count);
    if (!PyList_CheckExact(group) && !PyTuple_CheckExact(group))
        return 0;
    Py_ssize_t size = PySequence_Fast_GET_SIZE(group);
    if (size == 0)
        return 0;
    int numbers = PyLong_CheckExact(PySequence_Fast_GET_ITEM(group, 0));
    for (Py_ssize_t each = 0; each < size; each++) {
        PyObject *item = PySequence_Fast_GET_ITEM(group, each);
        if (numbers ? !PyLong_CheckExact(item) || !add_number(item, mask, count)
                    : !PyUnicode_CheckExact(item) || PyUnicode_GET_LENGTH(item) != 2 ||
                          !add_text(item, mask, count))
            return 0;
    }
    return 1;
}

static PyObject *cards_call(PyObject *self, PyObject *const *arguments, size_t given,
                            PyObject *names) {
    Py_ssize_t groups = PyVectorcall_NARGS(given);
    int64_t mask = 0;
    int count = 0, known = names == NULL;
    for (Py_ssize_t each = 0; known && each < groups; each++)
        known = add_group(arguments[each], &mask, &count);
    int64_t strength = known && __builtin_popcountll(mask) == count ? strength_of(mask) : -1;
    if (strength < 0)
        return PyObject_Vectorcall(((Single *)self)->fallback, arguments, given, names);
    PyTypeObject *type = ((Single *)self)->result;
    PyObject *made = type->tp_alloc(type, 0), *number = PyLong_FromLongLong(mask);
    PyObject *found = PyLong_FromLongLong(strength);
    /* Its own __setattr__ refuses everything. */
    if (made && (!number || !found || PyObject_GenericSetAttr(made, name_of_mask, number) < 0 ||
                 PyObject_GenericSetAttr(made, name_of_strength, found) < 0))
        Py_CLEAR(made);
    Py_XDECREF(number);
    Py_XDECREF(found);
    return made;
}

static PyObject *single_get(PyObject *self, PyObject *name) {
    PyObject *fallback = ((Single *)self)->fallback;
    const char *asked = PyUnicode_AsUTF8(name);
    if (asked == NULL)
        return NULL;
    if (strcmp(asked, "__wrapped__") == 0)
        return Py_NewRef(fallback);
    if (strcmp(asked, "__class__") == 0 || strncmp(asked, "__reduce", 8) == 0)
        return PyObject_GenericGetAttr(self, name);
    return PyObject_GetAttr(fallback, name);
}

/* It is pickled, and shown, as what it stands for. */
static PyObject *single_reduce(PyObject *self, PyObject *unused) {
    return PyObject_GetAttrString(((Single *)self)->fallback, "__qualname__");
}

static PyObject *single_text(PyObject *self) {
    return PyObject_Repr(((Single *)self)->fallback);
}

static int single_visit(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Single *)self)->fallback);
    Py_VISIT(((Single *)self)->result);
    return 0;
}

static int single_clear(PyObject *self) {
    Py_CLEAR(((Single *)self)->fallback);
    Py_CLEAR(((Single *)self)->result);
    return 0;
}

static void single_free(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    single_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef single_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Single, call), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyMethodDef single_methods[] = {
    {"__reduce__", single_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot single_slots[] = {
    {Py_tp_dealloc, single_free}, {Py_tp_traverse, single_visit}, {Py_tp_clear, single_clear},
    {Py_tp_call, PyVectorcall_Call}, {Py_tp_getattro, single_get}, {Py_tp_repr, single_text},
    {Py_tp_members, single_members}, {Py_tp_methods, single_methods}, {0, NULL},
};

static PyType_Spec single_spec = {
    .name = "handsight.kernels.built.Single",
    .basicsize = sizeof(Single),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
             Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = single_slots,
};

static PyTypeObject *single_type;

static PyObject *make_single(PyObject *module, PyObject *arguments) {
    PyObject *fallback, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "O|O!", &fallback, &PyType_Type, &result))
        return NULL;
    if (strength_of_mask == NULL)
        return Py_NewRef(fallback);
    Single *single = (Single *)single_type->tp_alloc(single_type, 0);
    if (single == NULL)
        return NULL;
    single->fallback = Py_NewRef(fallback);
    single->result = (PyTypeObject *)Py_XNewRef(result);
    single->call = result ? cards_call : mask_call;
    return (PyObject *)single;
}
